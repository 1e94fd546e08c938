package serve

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/postgres"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, false)) }

// BenchmarkWorkers has turns of 64 clients, of whom each has conversations of ten turns, by
// workers that share a PostgreSQL server: the processor's time of a turn, that of the server, its
// statements and those that write, and how many of 100 sessions at work were seen waiting for a lock.
// The workers are in one process, each with connections and a memory of its own.
func BenchmarkWorkers(b *testing.B) {
	db := connect(b, pgtest.Start(b))
	if row(b, db, "SELECT count(*), 0 FROM pg_available_extensions WHERE name = 'pg_stat_statements'")[0] == 0 {
		b.Fatal("the PostgreSQL that is installed has no pg_stat_statements, which counts statements")
	}
	run(b, db, "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'")
	pgtest.RestartGently(b)
	for _, n := range []int{1, 2, 4} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { workers(b, n) })
	}
}

func workers(b *testing.B, n int) {
	dsn := pgtest.Start(b)
	db := connect(b, dsn)
	run(b, db, "CREATE EXTENSION pg_stat_statements")
	all := make([]*maitre.Maitre, n)
	for i := range all {
		store, err := postgres.Open(b.Context(), dsn)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { store.Close() })
		book := memory.NewBook(memory.Options{Store: store, Log: store})
		if all[i], err = maitre.New(maitre.Options{Store: store, Hooks: hook.Chain{book.Hook()}, Specialists: []maitre.Specialist{waiter(b)}}); err != nil {
			b.Fatal(err)
		}
	}
	var count atomic.Int64
	turns := func(each int) {
		var wg sync.WaitGroup
		for c := range clients {
			wg.Go(func() {
				for i := range each {
					id := count.Add(1)
					t := maitre.Turn{Thread: fmt.Sprintf("t%d-%d", c, id/10/clients), Guest: fmt.Sprint("C", c), Message: said[i%len(said)]}
					if _, err := all[c%n].Turn(context.WithoutCancel(b.Context()), t, nil); err != nil {
						b.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
	}
	turns(2) // what is read once is read now
	run(b, db, "SELECT pg_stat_statements_reset()")
	seen, stop, stopped := [2]int{}, make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				busy := row(b, db, `SELECT count(*), count(*) FILTER (WHERE wait_event_type = 'Lock') FROM pg_stat_activity
					WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`)
				seen[0], seen[1] = seen[0]+busy[0], seen[1]+busy[1]
			}
		}
	}()
	ours, theirs, begun, before := cpu(), postgresTime(), count.Load(), time.Now()
	for b.Loop() {
		turns(4)
	}
	took, did := time.Since(before), float64(count.Load()-begun)
	ours, theirs = cpu()-ours, postgresTime()-theirs
	close(stop)
	<-stopped
	asked := row(b, db, `SELECT sum(calls)::int, coalesce(sum(calls) FILTER (WHERE query ~* 'insert|update|delete'), 0)::int FROM pg_stat_statements
		WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query NOT LIKE '%pg_stat%'`)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(ours.Microseconds())/did, "µs-ours")
	b.ReportMetric(float64(theirs.Microseconds())/did, "µs-server")
	b.ReportMetric(float64(asked[0])/did, "statements/turn")
	b.ReportMetric(float64(asked[1])/did, "writing/turn")
	b.ReportMetric(100*float64(seen[1])/float64(max(seen[0], 1)), "%waiting")
	b.ReportMetric(did/took.Seconds(), "turns/s")
}

func connect(b *testing.B, dsn string) *pgx.Conn {
	conn, err := pgx.Connect(b.Context(), dsn)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func run(b *testing.B, db *pgx.Conn, statement string) {
	if _, err := db.Exec(b.Context(), statement); err != nil {
		b.Fatal(err)
	}
}

func row(b *testing.B, db *pgx.Conn, query string) (two [2]int) {
	if err := db.QueryRow(context.WithoutCancel(b.Context()), query).Scan(&two[0], &two[1]); err != nil {
		b.Error(err)
	}
	return two
}

// postgresTime is the processor's time of the server, which this process has started, and of
// those that serve its sessions.
func postgresTime() (used time.Duration) {
	all, _ := os.ReadDir("/proc")
	children := map[string][]string{} // by parent: what /proc says of each
	for _, d := range all {
		stat, _ := os.ReadFile("/proc/" + d.Name() + "/stat")
		if _, after, ok := strings.Cut(string(stat), "(postgres) "); ok {
			f := strings.Fields(after)
			children[f[1]] = append(children[f[1]], d.Name()+" "+strings.Join(f[11:13], " "))
		}
	}
	for _, server := range children[strconv.Itoa(os.Getpid())] {
		id, _, _ := strings.Cut(server, " ")
		for _, one := range append(children[id], server) {
			var user, system int64
			fmt.Sscan(one, &id, &user, &system)
			used += time.Duration(user+system) * 10 * time.Millisecond // hundredths of a second
		}
	}
	return used
}
