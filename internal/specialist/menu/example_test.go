package menu_test

import (
	"context"
	"fmt"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/task"
)

// A guest who must not have milk asks for pasta.
func Example() {
	ctx := context.Background()
	card, err := menu.NewCard(ctx, menu.Sample(), embed.Local())
	if err != nil {
		fmt.Println(err)
		return
	}
	w := &menu.Waiter{
		Tasks: &task.Runner{}, // no model: the rules decide
		Card:  func(context.Context) (*menu.Card, error) { return card, nil },
		Now:   func() time.Time { return time.Date(2026, 11, 15, 13, 0, 0, 0, time.UTC) },
	}
	_, said, err := w.Find(ctx, "Quero uma massa", "", hook.Constraints{Allergies: []string{"leite"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(said)
	// Output:
	// Sugiro Espaguete com tomate assado e manjericão: espaguete de grano duro al dente, tomates assados até adoçar (R$ 52,00).
	// Por segurança, confirme com a cozinha.
}
