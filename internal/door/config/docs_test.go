package config

import (
	"flag"
	"os"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite docs/configuration.md")

const docs = "../../../docs/configuration.md"

func TestDocumentationIsCurrent(t *testing.T) {
	want := document(t)
	if *update {
		if err := os.WriteFile(docs, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(docs)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(got), want); diff != "" {
		t.Errorf("docs/configuration.md is not what the table says; run go test ./internal/door/config -update (-file +table):\n%s", diff)
	}
}

type topic struct {
	Title string
	Rows  []documented
}

type documented struct{ Key, Help, Default, Env, Flag string }

func document(t *testing.T) string {
	example, err := os.ReadFile("testdata/example.toml")
	if err != nil {
		t.Fatal(err)
	}
	var topics []topic
	for _, r := range table {
		if r.topic != "" {
			topics = append(topics, topic{Title: r.topic})
		}
		last := &topics[len(topics)-1]
		last.Rows = append(last.Rows, documentedRow(r))
	}
	var b strings.Builder
	page := template.Must(template.ParseFiles("testdata/configuration.md.tmpl"))
	if err := page.Execute(&b, map[string]any{"Example": string(example), "Topics": topics}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func documentedRow(r row) documented {
	d := documented{
		Key:  r.key,
		Help: strings.ReplaceAll(r.describe(), "`", ""),
		Env:  "`" + strings.Join(r.env(), "`, `") + "`",
		Flag: "none",
	}
	if r.std != "" {
		d.Default = "`" + r.std + "`"
	}
	if r.flag() != "" {
		d.Flag = "`--" + r.flag() + "`"
	}
	return d
}
