// Package table_test measures reading and profiling a table of a million rows
// beside what counts its lines and what loads it into a database.
package table_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/figures/table"
)

const rows = 1_000_000

// BenchmarkProfile reads and profiles a million rows of 12 columns, and prints
// how many times as long that takes as wc -l, and as sqlite3's import where it
// is installed. Goal: under 15 s and 300 MB on two cores.
func BenchmarkProfile(b *testing.B) {
	path := filepath.Join(b.TempDir(), "sales.csv")
	if err := write(path); err != nil {
		b.Fatal(err)
	}
	var ours, wc, sqlite time.Duration
	var peak uint64
	for b.Loop() {
		stop, most := watch()
		ours += took(func() error { return profile(b.Context(), path) }, b)
		close(stop)
		peak = max(peak, <-most)
		wc += took(exec.Command("wc", "-l", path).Run, b)
		if bin, err := exec.LookPath("sqlite3"); err == nil {
			db := filepath.Join(b.TempDir(), "sales.db")
			sqlite += took(exec.Command(bin, "-csv", db, ".import "+path+" sales").Run, b)
			if err := os.Remove(db); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(0, "ns/op") // of all together it says nothing
	b.ReportMetric(ours.Seconds()/float64(b.N), "s-ours")
	b.ReportMetric(wc.Seconds()/float64(b.N), "s-wc")
	b.ReportMetric(ours.Seconds()/wc.Seconds(), "×wc")
	if sqlite > 0 {
		b.ReportMetric(sqlite.Seconds()/float64(b.N), "s-sqlite3")
		b.ReportMetric(ours.Seconds()/sqlite.Seconds(), "×sqlite3")
	}
	b.ReportMetric(15, "≤goal-s")
	b.ReportMetric(float64(peak)/1e6, "MB-peak")
}

func profile(ctx context.Context, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	t, err := table.Read(ctx, f, table.Options{})
	if err != nil {
		return err
	}
	if profiles := t.Summary(); len(profiles) != 12 || profiles[0].Count != rows || profiles[1].Dates == nil || profiles[6].Numbers == nil {
		return fmt.Errorf("the profile is not of the table that was written: %+v", t.Columns())
	}
	return nil
}

func took(do func() error, b *testing.B) time.Duration {
	b.Helper()
	begin := time.Now()
	if err := do(); err != nil {
		b.Fatal(err)
	}
	return time.Since(begin)
}

// watch returns the most memory that the program has from the system until
// stop is closed.
func watch() (stop chan struct{}, most chan uint64) {
	stop, most = make(chan struct{}), make(chan uint64, 1)
	go func() {
		samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
		var peak uint64
		for tick := time.NewTicker(10 * time.Millisecond); ; {
			metrics.Read(samples)
			peak = max(peak, samples[0].Value.Uint64()-samples[1].Value.Uint64())
			select {
			case <-stop:
				tick.Stop()
				most <- peak
				return
			case <-tick.C:
			}
		}
	}()
	return stop, most
}

// write makes a table of sales: codes, dates, texts that repeat and that do
// not, numbers of several kinds, and some that are missing.
func write(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	r := rand.New(rand.NewPCG(1, 2))
	states := []string{"São Paulo", "Rio de Janeiro", "Minas Gerais", "Bahia", "Paraná", "Ceará"}
	start := time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC)
	fmt.Fprintln(w, "pedido,data,estado,cidade,produto,quantidade,preço,desconto,nota,entregue,cliente,observação")
	for i := range rows {
		note := ""
		if r.IntN(20) == 0 {
			note = fmt.Sprintf(`"entregar no portão %d, ""fundos"""`, r.IntN(500))
		}
		rating := "NA"
		if r.IntN(5) > 0 {
			rating = fmt.Sprint(1 + r.IntN(5))
		}
		fmt.Fprintf(w, "P%07d,%s,%s,cidade %d,produto %d,%d,%.2f,%d%%,%s,%s,%d,%s\n",
			i, start.AddDate(0, 0, r.IntN(730)).Format("02/01/2006"), states[r.IntN(len(states))], r.IntN(800), r.IntN(3000),
			1+r.IntN(12), r.ExpFloat64()*80, 5*r.IntN(8), rating, []string{"sim", "não"}[r.IntN(2)], r.IntN(200_000), note)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
