package cli

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/safesql/attack"
)

func TestALeakIsAnError(t *testing.T) {
	c := &customers{name: "c.db", source: "customers"}
	r := attack.Report{Client: "C001", Attacks: 3, Refused: 2, Answered: 1, Leaks: []attack.Leak{}}
	leaky := r
	leaky.Leaks = []attack.Leak{{Kind: "joins", SQL: "SELECT\n 1", Where: "cell", Table: "clients"}}
	for _, tt := range []struct {
		report    attack.Report
		json      bool
		want      string // in the report
		isAnError bool
	}{
		{r, false, "2 refused, 1 answered, 0 leaks\n", false},
		{r, true, `{"source":"customers","client":"C001",`, false},
		{leaky, false, "LEAK  joins: a value of clients in a cell\n      SELECT 1\n", true},
		{leaky, true, `"leaks":[{"kind":"joins","sql":"SELECT\n 1","where":"cell","table":"clients"}]`, true},
	} {
		var b strings.Builder
		err := (&app{System: System{Stdout: &b}, json: tt.json}).attacked(c, tt.report)
		if !strings.Contains(b.String(), tt.want) || (err != nil) != tt.isAnError {
			t.Errorf("%+v: %v and\n%s\nwant %s", tt.report, err, b.String(), tt.want)
		}
	}
}
