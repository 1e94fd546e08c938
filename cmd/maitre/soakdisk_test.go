//go:build soak && linux

package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "github.com/ncruces/go-sqlite3/driver" // for the check of the file
	"golang.org/x/sys/unix"
)

// disk is where a worker keeps a SQLite database, and can be filled.
type disk struct {
	start func(t *testing.T, db string) *worker
	fill  func(t *testing.T, w *worker, db string)
	free  func(t *testing.T, w *worker, db string)
}

// disks are two that fill up without anybody being root: a file that the kernel
// lets grow no further, and a small tmpfs of the worker's own, where the kernel
// lets users make one.
var disks = map[string]disk{
	"a file that may not grow": {
		start: func(t *testing.T, db string) *worker {
			return startWorker(t, []string{"MAITRE_DB=" + db}, os.Args[0], "serve", "--addr", "127.0.0.1:0")
		},
		fill: func(t *testing.T, w *worker, db string) {
			info, err := os.Stat(db + "-wal")
			if err != nil {
				t.Fatal(err)
			}
			w.limit(t, uint64(info.Size()))
		},
		free: func(t *testing.T, w *worker, _ string) { w.limit(t, unix.RLIM_INFINITY) },
	},
	"a small tmpfs": {
		start: func(t *testing.T, db string) *worker {
			own := append(namespace, "sh", "-c", `mount -t tmpfs -o size=32m tmpfs "$0" && exec "$@"`, filepath.Dir(db))
			return startWorker(t, []string{"MAITRE_DB=" + db}, append(own, os.Args[0], "serve", "--addr", "127.0.0.1:0")...)
		},
		fill: func(t *testing.T, w *worker, db string) {
			f, err := os.Create(w.sees(filepath.Join(filepath.Dir(db), "filler")))
			if err != nil {
				t.Fatal(err)
			}
			for err == nil {
				_, err = f.Write(make([]byte, 4096))
			}
			if _ = f.Close(); !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
		},
		free: func(t *testing.T, w *worker, db string) {
			if err := os.Remove(w.sees(filepath.Join(filepath.Dir(db), "filler"))); err != nil {
				t.Fatal(err)
			}
		},
	},
}

var namespace = []string{"unshare", "--user", "--map-root-user", "--mount"}

// limit lets no file of the worker grow beyond so many bytes.
func (w *worker) limit(t *testing.T, bytes uint64) {
	var old unix.Rlimit
	err := unix.Prlimit(w.cmd.Process.Pid, unix.RLIMIT_FSIZE, nil, &old)
	if err == nil {
		err = unix.Prlimit(w.cmd.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: min(bytes, old.Max), Max: old.Max}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// sees returns the path by which we find a file that the worker knows by name.
func (w *worker) sees(name string) string {
	return filepath.Join(fmt.Sprintf("/proc/%d/root", w.cmd.Process.Pid), name)
}

// TestSoakFullDisk has guests talk to a worker whose disk fills up, and is freed,
// again and again.
func TestSoakFullDisk(t *testing.T) {
	for name, d := range disks {
		t.Run(name, func(t *testing.T) {
			if name == "a small tmpfs" {
				if out, err := exec.CommandContext(t.Context(), namespace[0], append(namespace[1:], "true")...).CombinedOutput(); err != nil {
					fmt.Printf("full disk, %s: not tried: %s\n", name, bytes.TrimSpace(out))
					return
				}
			}
			d.soak(t, name)
		})
	}
}

func (d disk) soak(t *testing.T, name string) {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	db := filepath.Join(t.TempDir(), "maitre.db")
	w := d.start(t, db)
	h := &house{t: t, ctx: ctx, dsn: db, tokens: map[string]string{}, workers: [2]*worker{w, w}}
	newTalk := func(thread string) *talk {
		return &talk{
			house: h, thread: thread, message: thread + "-m", words: "Recomende cervejarias novas para mim",
			dice: rand.New(rand.NewPCG(*seed, 0)), patient: true,
		}
	}
	calm := newTalk("calm")
	calm.have(func() {})

	// Nothing is kept of what is refused, and what was kept can be read.
	d.fill(t, w, db)
	said := 0
	status, answer := http.StatusOK, ""
	for ; status == http.StatusOK && said < 500; said++ {
		status, answer = newTalk(fmt.Sprintf("full-%d", said)).once()
	}
	if status != http.StatusServiceUnavailable || !strings.Contains(answer, "try again") || strings.Contains(answer, db) {
		t.Errorf("on a full disk the guest is told %d %s", status, answer)
	}
	refused := newTalk(fmt.Sprintf("full-%d", said-1))
	if arrived, known := refused.arrived(); arrived || !known {
		t.Error("what was refused is in the thread, or it cannot be read")
	}
	calm.checkThread(calm)
	d.free(t, w, db)
	refused.have(func() {})
	if refused.err != nil {
		t.Errorf("with space again: %v", refused.err)
	}
	refused.checkThread(refused)

	// The tide comes and goes in the middle of conversations.
	var talking sync.WaitGroup
	var mu sync.Mutex
	var talks []*talk
	until := time.Now().Add(25 * time.Second)
	for n := range 8 {
		talking.Go(func() {
			for i := 0; time.Now().Before(until); i++ {
				c := newTalk(fmt.Sprintf("tide-%d-%d", n, i))
				c.dice = rand.New(rand.NewPCG(*seed, uint64(n)))
				c.have(func() {})
				mu.Lock()
				talks = append(talks, c)
				mu.Unlock()
			}
		})
	}
	tides := 0
	for ; time.Now().Before(until); tides++ {
		d.fill(t, w, db)
		time.Sleep(time.Second)
		d.free(t, w, db)
		time.Sleep(time.Second)
	}
	talking.Wait()
	broken := 0
	for _, c := range talks {
		if c.err != nil {
			t.Errorf("%s after %d breaks: %v", c.thread, c.breaks, c.err)
			continue
		}
		if c.breaks > 0 {
			broken++
		}
		c.checkThread(c)
	}
	if len(talks) == 0 || broken == 0 {
		t.Errorf("%d conversations, of which %d met a full disk, show nothing", len(talks), broken)
	}
	sound(t, w, db)
	w.end(os.Interrupt)
	h.calm(w)
	fmt.Printf("full disk, %s: refused after %d turns with %d; %d tides, %d conversations, %d of them cut and gone on with; the file is sound\n",
		name, said, status, tides, len(talks), broken)
}

// once says something once, and returns what came of it.
func (c *talk) once() (status int, answer string) {
	body := fmt.Sprintf(`{"threadId":%q,"runId":"r","messages":[{"id":%q,"role":"user","content":"Oi, tudo bem?"}]}`, c.thread, c.message)
	res, err := c.ask(c.next(), c.guest, http.MethodPost, "/agui", nil, []byte(body))
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	all, _ := io.ReadAll(res.Body) // a stream that is cut off was not refused
	return res.StatusCode, string(all)
}

// sound checks a copy of the database.
func sound(t *testing.T, w *worker, db string) {
	t.Helper()
	dir := t.TempDir()
	for _, end := range []string{"", "-wal"} {
		b, err := os.ReadFile(w.sees(db + end))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "copy.db"+end), b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	conn, err := sql.Open("sqlite3", "file:"+filepath.Join(dir, "copy.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	var verdict string
	if err := conn.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("the check of the file says %q, %v", verdict, err)
	}
}
