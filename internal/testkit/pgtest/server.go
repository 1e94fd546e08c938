package pgtest

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

var errMissing = errors.New("PostgreSQL is not installed: neither PATH, pg_config nor /usr/lib/postgresql has both initdb and postgres")

// server is a cluster in a directory of its own, and the process that serves it.
type server struct {
	bin      string // the directory of the binaries
	dir      string
	port     int
	password string
	owner    *account // nil: this process's own

	process *os.Process
	gone    chan struct{} // closed when the process has ended
}

// account is whom the server runs as when we are root, which it refuses to be.
type account struct{ uid, gid int }

func newServer() (*server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	s := &server{bin: bin, password: rand.Text()}
	if s.owner, err = owner(); err != nil {
		return nil, err
	}
	if s.port, err = freePort(); err != nil {
		return nil, err
	}
	if s.dir, err = os.MkdirTemp("", "pgtest"); err != nil {
		return nil, err
	}
	if err = s.initialize(); err == nil {
		err = s.run()
	}
	if err != nil {
		s.remove()
		return nil, err
	}
	return s, nil
}

// settings are the least a server can be asked for. No data of a test is worth
// a sync, and nothing should happen in a test but what the test does. A test
// may change them, with ALTER SYSTEM.
const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
autovacuum = off
`

// initialize makes the cluster. Its passwords are kept as MD5: the usual way, SCRAM,
// hashes one 4,096 times for each connection, which is a third of what the server
// computes in the tests of a store.
func (s *server) initialize() error {
	secret := filepath.Join(s.dir, "password")
	if err := os.WriteFile(secret, []byte(s.password), 0o600); err != nil {
		return err
	}
	if s.owner != nil {
		for _, name := range []string{s.dir, secret} {
			if err := os.Chown(name, s.owner.uid, s.owner.gid); err != nil {
				return err
			}
		}
	}
	out, err := s.command("initdb", "--pgdata=data", "--username=maitre", "--pwfile=password", "--auth=md5",
		"--encoding=UTF8", "--locale=C", "--no-sync").CombinedOutput()
	if err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	conf, err := os.OpenFile(filepath.Join(s.dir, "data", "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = conf.WriteString(settings)
	return errors.Join(err, conf.Close())
}

// run starts the server and waits until it answers.
func (s *server) run() error {
	log, err := os.Create(filepath.Join(s.dir, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := s.command("postgres", "-D", "data", "-p", strconv.Itoa(s.port))
	cmd.Stdout, cmd.Stderr = log, log
	started, gone := make(chan error), make(chan struct{})
	go func() {
		// The server is told to die with the thread that started it, so that
		// thread must last as long as the process.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
		}
		close(gone)
	}()
	if err := <-started; err != nil {
		return err
	}
	s.process, s.gone = cmd.Process, gone

	deadline := time.After(30 * time.Second)
	for {
		err := s.exec(context.Background(), "SELECT")
		if err == nil {
			return nil
		}
		select {
		case <-time.After(20 * time.Millisecond):
			continue
		case <-gone:
		case <-deadline:
			s.stop()
		}
		said, _ := os.ReadFile(log.Name())
		return fmt.Errorf("PostgreSQL does not start: %w\n%s", err, said)
	}
}

// stop ends the server at once; what was committed is recovered by run.
func (s *server) stop() { s.end(syscall.SIGQUIT) }

func (s *server) end(sig os.Signal) {
	if s.process == nil {
		return
	}
	_ = s.process.Signal(sig) // it fails only when the process is gone
	<-s.gone
}

func (s *server) remove() {
	s.stop()
	_ = os.RemoveAll(s.dir)
}

func (s *server) dsn(database string) string {
	return fmt.Sprintf("postgres://maitre:%s@127.0.0.1:%d/%s?sslmode=disable", s.password, s.port, database)
}

// command prepares one of PostgreSQL's programs, to run in the cluster's
// directory as its owner.
func (s *server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir = s.dir
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC"}
	cmd.SysProcAttr = attributes(s.owner)
	return cmd
}

// binaries returns the directory of the PostgreSQL that comes first in PATH,
// or that pg_config tells of, or the newest of Debian's.
func binaries() (string, error) {
	var dirs []string
	if path, err := exec.LookPath("postgres"); err == nil {
		dirs = append(dirs, filepath.Dir(path))
	}
	if out, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		dirs = append(dirs, strings.TrimSpace(string(out)))
	}
	debian, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(debian, func(a, b string) int { return cmp.Compare(version(b), version(a)) })
	for _, dir := range append(dirs, debian...) {
		_, errInit := os.Stat(filepath.Join(dir, "initdb"))
		_, errServe := os.Stat(filepath.Join(dir, "postgres"))
		if errInit == nil && errServe == nil {
			return dir, nil
		}
	}
	return "", errMissing
}

func version(bin string) float64 {
	v, _ := strconv.ParseFloat(filepath.Base(filepath.Dir(bin)), 64) // 9.6, 15
	return v
}

func owner() (*account, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errU := strconv.Atoi(u.Uid)
		gid, errG := strconv.Atoi(u.Gid)
		return &account{uid, gid}, errors.Join(errU, errG)
	}
	return nil, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody")
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
