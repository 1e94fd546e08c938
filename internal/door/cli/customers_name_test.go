package cli

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/safesql"
)

func TestAReleaseHasOneNameInAllProcesses(t *testing.T) {
	name := func(where config.Address) string {
		p, err := safesql.ParsePolicy(safesql.SamplePolicy())
		if err != nil {
			t.Fatal(err)
		}
		return releaseName(&customers{where: where, policy: p})
	}
	if a, b := name("customers.db"), name("customers.db"); a != b {
		t.Errorf("one policy gives %q and %q", a, b)
	}
	if a, b := name("customers.db"), name("old.db"); a == b {
		t.Errorf("two databases have the name %q", a)
	}
}
