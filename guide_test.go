package maitre_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestTheGuideQuotesCodeThatRuns(t *testing.T) {
	read := func(name string) string {
		b, err := os.ReadFile(name)
		must(t, err)
		return string(b)
	}
	flat := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	runs := flat(read("example_test.go") + read("graph/example_test.go") + read("llm/example_test.go") + read("testdata/library.want.md"))
	quoted := regexp.MustCompile("(?s)```(?:go|text)\n(.*?)```").FindAllStringSubmatch(read("docs/build.md"), -1)
	if len(quoted) < 7 {
		t.Errorf("the guide has %d snippets", len(quoted))
	}
	for _, q := range quoted {
		if !strings.Contains(runs, flat(q[1])) {
			t.Errorf("no example runs this:\n%s", q[1])
		}
	}
}
