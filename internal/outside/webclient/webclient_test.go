package webclient_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/outside/webclient"
)

// listener hands out the far ends of pipes: a network in memory, on which the
// time of a synctest bubble goes by.
type listener struct {
	conns chan net.Conn
	once  sync.Once
}

func (l *listener) Accept() (net.Conn, error) {
	if c, ok := <-l.conns; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (l *listener) Close() error   { l.once.Do(func() { close(l.conns) }); return nil }
func (l *listener) Addr() net.Addr { return &net.UnixAddr{} }

// serve returns a client of a server in memory.
func serve(t *testing.T, h http.HandlerFunc) *webclient.Client {
	l := &listener{conns: make(chan net.Conn)}
	server := &http.Server{Handler: h}
	go server.Serve(l)
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		near, far := net.Pipe()
		l.conns <- far
		return near, nil
	}}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.Close()
	})
	return &webclient.Client{HTTP: &http.Client{Transport: transport}}
}

const endpoint = "http://service.example/search"

func TestRequestsAreASecondApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var at []time.Duration
		start := time.Now()
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			at = append(at, time.Since(start))
			io.WriteString(w, `{}`)
		})
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if err := c.JSON(t.Context(), endpoint, nil, &struct{}{}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		want := []time.Duration{0, time.Second, 2 * time.Second, 3 * time.Second}
		if diff := cmp.Diff(want, at); diff != "" {
			t.Errorf("sent at (-want +got)\n%s", diff)
		}
	})
}

func TestWhoCannotWaitForATurnTakesNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) { asked++; io.WriteString(w, `{}`) })
		hasty, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		if err := c.JSON(hasty, endpoint, nil, &struct{}{}); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		for range 3 {
			if err := c.JSON(hasty, endpoint, nil, &struct{}{}); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error %v, want that of the deadline", err)
			}
		}
		if err := c.JSON(t.Context(), endpoint, nil, &struct{}{}); err != nil || time.Since(start) != time.Second || asked != 2 {
			t.Errorf("the next is sent after %s (%v), %d in all, want after 1s, 2", time.Since(start), err, asked)
		}
	})
}

func TestPatienceEndsAfterTwentySeconds(t *testing.T) {
	for name, h := range map[string]http.HandlerFunc{
		"no answer": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"half an answer": func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, `{"a":`)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, start := serve(t, h), time.Now()
				err := c.JSON(t.Context(), endpoint, nil, &struct{}{})
				if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 20*time.Second {
					t.Errorf("error %v after %s, want the deadline's after 20s", err, time.Since(start))
				}
			})
		})
	}
}

func TestAServiceThatAsksForPeaceIsLeftAlone(t *testing.T) {
	for _, tt := range []struct {
		name, retry string
		status      int
		want        time.Duration
	}{
		{"seconds", "120", 429, 120 * time.Second},
		{"a date", "Sat, 01 Jan 2000 00:01:30 GMT", 503, 90 * time.Second},
		{"429 alone", "", 429, 30 * time.Second},
		{"nonsense", "soon", 429, 30 * time.Second},
		{"for ever is an hour", "1e300", 429, time.Hour},
		{"a date in ten years is an hour", "Fri, 01 Jan 2010 00:00:00 GMT", 503, time.Hour},
		{"504 alone asks for nothing", "", 504, time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // it is midnight, 1 January 2000
				asked := 0
				c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
					if asked++; asked > 1 {
						io.WriteString(w, `{}`)
						return
					}
					if tt.retry != "" {
						w.Header().Set("Retry-After", tt.retry)
					}
					w.WriteHeader(tt.status)
				})
				start := time.Now()
				if err := c.JSON(t.Context(), endpoint, nil, &struct{}{}); err == nil || !strings.Contains(err.Error(), fmt.Sprint(tt.status)) {
					t.Fatalf("error %v, want one that says %d", err, tt.status)
				}
				if tt.want > time.Second {
					time.Sleep(tt.want - time.Nanosecond)
					if err := c.JSON(t.Context(), endpoint, nil, &struct{}{}); err == nil || asked != 1 {
						t.Errorf("just before: error %v, asked %d times, want an error, once", err, asked)
					}
					time.Sleep(time.Nanosecond)
				}
				if err := c.JSON(t.Context(), endpoint, nil, &struct{}{}); err != nil || time.Since(start) != tt.want {
					t.Errorf("answered after %s (%v), want after %s", time.Since(start), err, tt.want)
				}
			})
		})
	}
}

func TestWhoIsSentAwayIsToldUntilWhen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "120")
			w.WriteHeader(http.StatusTooManyRequests)
		})
		for _, want := range []time.Duration{120 * time.Second, 90 * time.Second} {
			err := c.JSON(t.Context(), endpoint, nil, &struct{}{})
			if busy, ok := errors.AsType[*webclient.BusyError](err); !ok || busy.Left != want {
				t.Errorf("error %v, want a BusyError of %s", err, want)
			}
			time.Sleep(30 * time.Second)
		}
	})
}

func TestAServiceThatWeKnowIsAskedAsItLikes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.FormValue("q") == "slow" {
				<-r.Context().Done()
			}
			io.WriteString(w, `{}`)
		})
		c.Every, c.Patience = 500*time.Millisecond, 3*time.Second
		start := time.Now()
		for range 3 {
			if err := c.JSON(t.Context(), endpoint, nil, &struct{}{}); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took != time.Second {
			t.Errorf("three requests took %s, want 1s", took)
		}
		start = time.Now()
		if err := c.JSON(t.Context(), endpoint+"?q=slow", nil, &struct{}{}); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 3*time.Second {
			t.Errorf("error %v after %s, want the deadline's after 3s", err, time.Since(start))
		}
	})
}

func TestFreshIsWhatTheAnswerAllows(t *testing.T) {
	for _, tt := range []struct {
		control, age string
		want         time.Duration
	}{
		{"max-age=60", "", time.Minute},
		{"public, Max-Age=\"60\"", "", time.Minute},
		{"max-age=60", "45", 15 * time.Second},
		{"max-age=60", "99", 0},
		{"max-age=2000000000", "", 24 * time.Hour},
		{"max-age=-5", "", 0},
		{"max-age=1e9", "", 0},
		{"max-age=60, no-cache", "", 0},
		{"no-store", "", 0},
		{"s-maxage=60", "", 0},
		{"", "", 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Cache-Control", tt.control)
				w.Header().Set("Age", tt.age)
				io.WriteString(w, `{}`)
			})
			if got, err := c.Fresh(t.Context(), endpoint, nil, &struct{}{}); got != tt.want || err != nil {
				t.Errorf("Cache-Control %q, Age %q: %s (%v), want %s", tt.control, tt.age, got, err, tt.want)
			}
		})
	}
}

func TestAnAnswerOfMoreThanEightMegabytesIsNone(t *testing.T) {
	for size, fine := range map[int]bool{8 << 20: true, 8<<20 + 1: false} {
		synctest.Test(t, func(t *testing.T) {
			c := serve(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{}`+strings.Repeat(" ", size-2)) })
			if err := c.JSON(t.Context(), endpoint, nil, &struct{}{}); (err == nil) != fine {
				t.Errorf("%d bytes: error %v", size, err)
			}
		})
	}
}

func TestTheServiceLearnsWhoAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []string
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			got = append(got, r.Method+" "+r.FormValue("q")+" "+r.Header.Get("User-Agent"))
			io.WriteString(w, `{}`)
		})
		for _, form := range []url.Values{nil, {"q": {"é"}}} {
			if err := c.JSON(t.Context(), endpoint+"?q=a", form, &struct{}{}); err != nil {
				t.Fatal(err)
			}
		}
		const agent = "maitre (+https://github.com/maitre-dev/maitre)"
		if diff := cmp.Diff([]string{"GET a " + agent, "POST é " + agent}, got); diff != "" {
			t.Errorf("requests (-want +got)\n%s", diff)
		}
	})
}

func TestErrorsTellNothingOfWhatWasAskedOrAnswered(t *testing.T) {
	for name, h := range map[string]http.HandlerFunc{
		"a page":              func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>SECRET</html>") },
		"another type":        func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"A":"SECRET"}`) },
		"half of it":          func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"B":"SECRET`) },
		"two":                 func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{} {"B":"SECRET"}`) },
		"an error":            func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "SECRET", 400) },
		"a redirect":          func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/SECRET", http.StatusFound) },
		"a broken connection": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"too much": func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, `"`+strings.Repeat("SECRET", 2<<20)+`"`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				err := serve(t, h).JSON(t.Context(), endpoint+"?q=SECRET", nil, &struct{ A int }{})
				if err == nil || strings.Contains(err.Error(), "SECRET") {
					t.Errorf("error %v, want one that keeps its counsel", err)
				}
			})
		})
	}
	for _, bad := range []string{"", "SECRET", "http://", "http://\x00SECRET", "ftp://host/SECRET"} {
		if err := new(webclient.Client).JSON(t.Context(), bad, nil, &struct{}{}); err == nil || strings.Contains(err.Error(), "SECRET") {
			t.Errorf("endpoint %q: error %v, want one that does not quote it", bad, err)
		}
	}
}

func TestLine(t *testing.T) {
	for in, want := range map[string]string{
		" a\n\tb  c ":                      "a b c",
		"<b>Bar</b> do <script>x</script>": "Bar do x",
		"safe\u202egnp.exe":                "safegnp.exe",
		"abcdefghijklmnopq":                "abcdefghijklmno…",
		"áéíóúáéíóúáéíóú-":                 "áéíóúáéíóúáéíóú-",
		"\xff\xfe":                         "\ufffd\ufffd",
		strings.Repeat("é", 1<<20):         strings.Repeat("é", 15) + "…",
	} {
		if got := webclient.Line(in, 16); got != want {
			t.Errorf("Line(%.40q) = %q, want %q", in, got, want)
		}
	}
}
