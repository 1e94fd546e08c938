package sqlite_test

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/thread"
)

func Example() {
	ctx := context.Background()
	store, err := sqlite.Open(ctx, sqlite.Memory) // or "maitre.db"
	if err != nil {
		slog.Error("no database", "err", err)
		return
	}
	defer store.Close()

	if _, err := store.Open(ctx, "friday", "ana"); err != nil {
		fmt.Println(err)
	}
	err = store.Append(ctx, "friday", "ana",
		thread.Message{Role: thread.RoleUser, Text: "Uma IPA, por favor"},
		thread.Message{Role: thread.RoleAssistant, Text: "É para já!"})
	if err != nil {
		fmt.Println(err)
	}

	messages, err := store.Messages(ctx, "friday", "ana", 20)
	for _, m := range messages {
		fmt.Printf("%s: %s\n", m.Role, m.Text)
	}
	fmt.Println(err)

	_, err = store.Messages(ctx, "friday", "rui", 20)
	fmt.Println(err)
	// Output:
	// user: Uma IPA, por favor
	// assistant: É para já!
	// <nil>
	// no such thread
}

func ExampleStore_Spend() {
	ctx := context.Background()
	store, err := sqlite.Open(ctx, sqlite.Memory)
	if err != nil {
		slog.Error("no database", "err", err)
		return
	}
	defer store.Close()

	for range 3 {
		fmt.Println(store.Spend(ctx, "2026-03-14", llm.Dollars(0.40), llm.Dollars(1)))
	}
	// Output:
	// $0.40 true <nil>
	// $0.80 true <nil>
	// $0.80 false <nil>
}
