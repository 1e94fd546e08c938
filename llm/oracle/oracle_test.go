// Package oracle holds our adapters against the vendors' own clients: both
// send the same question to a server on this machine, and the requests must be
// equal. It is a module of its own because those clients take minutes to
// build; "make oracle" runs it. With -update it keeps what the vendors'
// clients sent as testdata that the adapters' ordinary tests replay.
package oracle

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

var update = flag.Bool("update", false, "keep what the vendors' clients send as the adapters' testdata")

// compare lets the vendor's client and ours ask one server the same.
func compare(t *testing.T, adapter, name, contentType, answer string, theirs, ours func(base string) error) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		base, sent := llmtest.Server(t, contentType, answer)
		if err := theirs(base); err != nil {
			t.Fatalf("the vendor's client: %v", err)
		}
		if err := ours(base); err != nil {
			t.Fatalf("our adapter: %v", err)
		}
		got := sent()
		if len(got) != 2 {
			t.Fatalf("%d requests were sent, want one each", len(got))
		}
		if !got[0].Equal(got[1]) {
			t.Errorf("they differ\n theirs %s %s %s\n ours   %s %s %s", got[0].Method, got[0].Path, got[0].Body, got[1].Method, got[1].Path, got[1].Body)
		}
		file := filepath.Join("..", adapter, "testdata", "requests", name+".json")
		if *update {
			keep(t, file, got[0])
		}
		llmtest.CheckSent(t, file, got[:1])
	})
}

func keep(t *testing.T, file string, s llmtest.Sent) {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// complete asks our adapter the question called name.
func complete(t *testing.T, m llm.Model, name string) error {
	_, err := llm.Complete(t.Context(), m, llmtest.Requests()[name])
	return err
}
