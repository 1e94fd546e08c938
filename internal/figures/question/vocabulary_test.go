package question_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/figures/question"
)

// To list what is published may mean to publish it first, which takes seconds.
func TestOnlyQuestionsAboutEverybodyAskWhatIsPublished(t *testing.T) {
	listed := 0
	v, err := question.Load(t.Context(), func(_ context.Context, sql string) ([][]any, error) {
		if strings.Contains(sql, "all_tables") {
			if listed++; listed == 1 {
				return [][]any{{"all_by_style"}}, nil
			}
		}
		return nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	plan := question.Plan{About: "purchases", Measure: "amount", Stat: "sum", By: []string{"style"}}
	if _, err := v.Write(plan, time.Now()); err != nil || listed > 0 {
		t.Errorf("one's own purchases: %v, and what is published was asked for %d times", err, listed)
	}
	plan.Whose = question.All
	sql, err := v.Write(plan, time.Now())
	if err != nil || !strings.Contains(sql, "all_by_style") || listed == 0 {
		t.Errorf("everybody's: %s, %v, asked %d times", sql, err, listed)
	}
	plan.By = []string{"channel"}
	if sql, err := v.Write(plan, time.Now()); err == nil {
		t.Errorf("a table that there is not is read: %s", sql)
	}
}
