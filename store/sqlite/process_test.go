package sqlite_test

import (
	"context"
	"os"
	"testing"

	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
)

func TestMain(m *testing.M) {
	storetest.Work(open)
	os.Exit(m.Run())
}

func open(ctx context.Context, path string) (storetest.RunStore, error) {
	return sqlite.Open(ctx, path)
}

func TestKill(t *testing.T) { storetest.TestKill(t, newPath(t), open) }

func TestForgetKill(t *testing.T) { storetest.TestForgetKill(t, newPath(t), open) }

func TestMemoriesKill(t *testing.T) { storetest.TestMemoriesKill(t, newPath(t), open) }

func TestAnswers(t *testing.T) { storetest.TestAnswers(t, newPath(t), open) }
