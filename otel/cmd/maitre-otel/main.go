// Command maitre-otel follows the log of a maitre database and tells OpenTelemetry of each
// run that ends: traces and figures over OTLP, to where OTEL_EXPORTER_OTLP_ENDPOINT says.
//
//	maitre-otel --db maitre.db --cursor /var/lib/maitre/otel.cursor
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/trace"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/otel"
	"github.com/maitre-dev/maitre/store/postgres"
	"github.com/maitre-dev/maitre/store/sqlite"
)

func main() {
	db := flag.String("db", "maitre.db", "the `database` of maitre: a file, or postgres://…")
	cursor := flag.String("cursor", "", "a `file` that keeps how far the log was told; without it only runs that end from now on are")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *db, *cursor); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "maitre-otel:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dsn, cursor string) (err error) {
	log, err := open(ctx, dsn)
	if err != nil {
		return err
	}
	defer log.Close()
	spans, err := otlptracehttp.New(ctx)
	if err != nil {
		return err
	}
	figures, err := otlpmetrichttp.New(ctx)
	if err != nil {
		return err
	}
	traces := trace.NewTracerProvider(trace.WithBatcher(spans), trace.WithIDGenerator(otel.IDs{}))
	metrics := metric.NewMeterProvider(metric.WithReader(metric.NewPeriodicReader(figures)))
	defer func() {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		err = errors.Join(err, traces.Shutdown(last), metrics.Shutdown(last))
	}()
	t, err := otel.New(traces, metrics)
	if err != nil {
		return err
	}
	from := otel.Follower{Log: log, Since: time.Now()}
	keep := func(string) error { return nil }
	if cursor != "" {
		was, err := os.ReadFile(cursor)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if from.After = strings.TrimSpace(string(was)); from.After != "" {
			from.Since = time.Time{}
		}
		keep = func(at string) error { return os.WriteFile(cursor, []byte(at+"\n"), 0o600) }
	}
	for {
		before := from.After
		more, err := from.Tell(ctx, t)
		if err == nil && from.After != before {
			err = cmp.Or(traces.ForceFlush(ctx), keep(from.After))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "maitre-otel:", err) // the database or the collector may be back in a while
			from.After = before
		}
		if more && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
	}
}

func open(ctx context.Context, dsn string) (interface {
	event.Log
	io.Closer
}, error,
) {
	if strings.Contains(dsn, "://") {
		return postgres.Open(ctx, dsn)
	}
	if _, err := os.Stat(dsn); err != nil {
		return nil, err // one that is made now has nothing to tell
	}
	return sqlite.Open(ctx, dsn)
}
