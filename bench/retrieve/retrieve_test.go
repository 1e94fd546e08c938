// Package retrieve_test measures the local embedder and the indexing of a
// table of 10,000 things, beside what storing their words alone costs.
package retrieve_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/store/sqlite"
)

var (
	dishes = []string{"Moqueca", "Feijoada", "Risoto", "Lasanha", "Picanha", "Salada", "Bobó", "Pastel", "Pudim", "Caldo", "Tacacá", "Espaguete"}
	styles = []string{"da casa", "mineira", "ao forno", "na brasa", "vegana", "apimentada", "do mar", "caseira", "da vovó", "crocante"}
	texts  = []string{
		"Servida com arroz branco, farofa de dendê e couve refogada no alho",
		"Creme de leite fresco, parmesão gratinado e um toque de noz-moscada",
		"Legumes da estação grelhados com azeite de ervas e castanha-do-pará",
		"Camarões salteados na manteiga de garrafa com purê de mandioquinha",
		"Calda de caramelo e flor de sal, acompanhada de sorvete de creme",
	}
)

func table(n int) []retrieve.Doc {
	docs := make([]retrieve.Doc, n)
	for i := range docs {
		docs[i] = retrieve.Doc{
			ID:    fmt.Sprint("d", i),
			Title: fmt.Sprintf("%s %s %d", dishes[i%len(dishes)], styles[i/7%len(styles)], i),
			Text:  texts[i/3%len(texts)],
		}
	}
	return docs
}

func BenchmarkEmbed(b *testing.B) {
	e := embed.Local()
	docs := table(100)
	for i := 0; b.Loop(); i++ {
		d := docs[i%len(docs)]
		if _, err := embed.One(b.Context(), e, llm.Document, d.Title+"\n"+d.Text); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N), "µs/text")
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := retrieve.New("menu", nil, embed.Local())
			if _, err := c.Put(b.Context(), table(n), nil); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := c.Search(b.Context(), retrieve.Search{Text: "algo do mar, leve e sem queijo"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkIndex indexes 10,000 things, and stores the same rows with no
// vector at all.
func BenchmarkIndex(b *testing.B) {
	docs := table(10_000)
	embed.Local() // read the ontology before the clock starts
	var index, raw time.Duration
	for b.Loop() {
		store := open(b)
		start := time.Now()
		if _, err := retrieve.New("menu", store, embed.Local()).Put(b.Context(), docs, nil); err != nil {
			b.Fatal(err)
		}
		index += time.Since(start)
		start = time.Now()
		for i := 0; i < len(docs); i += 256 {
			rows := make([]retrieve.Row, 0, 256)
			for _, d := range docs[i:min(i+256, len(docs))] {
				rows = append(rows, retrieve.Row{Doc: d})
			}
			if err := store.PutDocs(b.Context(), "raw", "none", rows); err != nil {
				b.Fatal(err)
			}
		}
		raw += time.Since(start)
	}
	b.ReportMetric(0, "ns/op") // of both together it says nothing
	b.ReportMetric(index.Seconds()/float64(b.N), "s-ours")
	b.ReportMetric(raw.Seconds()/float64(b.N), "s-rows")
	b.ReportMetric(float64(index)/float64(raw), "×rows")
}

func open(b *testing.B) retrieve.Store {
	s, err := sqlite.Open(context.Background(), filepath.Join(b.TempDir(), "maitre.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	return s
}
