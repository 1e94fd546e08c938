package data

import (
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/retrieve"
)

// How many chunks a table has at most: 800 together, which is all that the last
// stage of the cascade reads.
const (
	maxColumnChunks = 300
	maxPairChunks   = 190
	maxGroupChunks  = 300
	groupRows       = 25 // rows of a group, of which three are quoted
)

// Chunks says in words what is in a table and what can be asked of it: one for
// each way of asking, one for each column, for pairs of columns and for groups
// of rows. Their ids begin with "way:", "column:", "pair:" and "rows:"; those
// of columns name them in their fields.
func Chunks(t *table.Table) []retrieve.Doc {
	profiles := t.Summary()
	docs := wayChunks(profiles)
	for _, p := range profiles[:min(len(profiles), maxColumnChunks)] {
		docs = append(docs, retrieve.Doc{
			ID: short("column:" + p.Name), Title: p.Name, Text: columnText(p), Fields: map[string]string{"column": p.Name},
		})
	}
	return append(append(docs, pairChunks(profiles)...), groupChunks(t)...)
}

// short keeps an id within what a collection takes.
func short(id string) string {
	if len(id) <= 180 {
		return id
	}
	return strings.ToValidUTF8(id[:180], "")
}

func wayChunks(profiles []*table.Profile) []retrieve.Doc {
	var docs []retrieve.Doc
	for _, w := range ways {
		var about []string
		for _, p := range profiles {
			if strings.Contains(w.kinds, string(p.Kind)) && len(about) < 12 {
				about = append(about, p.Name)
			}
		}
		if len(about) == 0 {
			continue
		}
		docs = append(docs, retrieve.Doc{
			ID: "way:" + w.intent, Title: w.title, Text: w.about + " Colunas: " + strings.Join(about, ", ") + ".", Fields: map[string]string{"way": w.intent},
		})
	}
	return docs
}

func columnText(p *table.Profile) string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+" ", args...) }
	say("Coluna %s", p.Name)
	if other := question.Synonyms(p.Name); len(other) > 0 {
		say("(%s)", strings.Join(other[:min(len(other), 8)], ", "))
	}
	switch {
	case p.Numbers != nil:
		say("numérica: %d valores, de %s a %s, média %s, mediana %s.", p.Count, plainText(p.Numbers.Min), plainText(p.Numbers.Max), plainText(p.Numbers.Mean), plainText(p.Numbers.Median))
	case p.Dates != nil:
		say("de datas: %d valores, de %s a %s, por dia, mês e ano.", p.Count, p.Dates.Min.Format("2006-01-02"), p.Dates.Max.Format("2006-01-02"))
	default:
		var top []string
		for _, v := range p.Top[:min(len(p.Top), 5)] {
			top = append(top, question.Inert(v.Text))
		}
		say("categórica: %d valores diferentes; os mais frequentes são %s.", p.Distinct, strings.Join(top, ", "))
	}
	if p.Missing > 0 {
		say("Faltam %d.", p.Missing)
	}
	return strings.TrimSpace(b.String())
}

func plainText(x float64) string { return texts.In(lang.Portuguese).Number(x) }

// pairChunks are for the columns of numbers, two by two.
func pairChunks(profiles []*table.Profile) []retrieve.Doc {
	var docs []retrieve.Doc
	for i, a := range profiles {
		for _, b := range profiles[:i] {
			if a.Numbers == nil || b.Numbers == nil || len(docs) == maxPairChunks {
				continue
			}
			docs = append(docs, retrieve.Doc{
				ID: short("pair:" + b.Name + "|" + a.Name), Title: "Relação entre " + b.Name + " e " + a.Name,
				Text:   fmt.Sprintf("Correlação entre as colunas %s e %s: se uma sobe, a outra sobe ou desce.", b.Name, a.Name),
				Fields: map[string]string{"way": question.Correlation, "column": b.Name, "other": a.Name},
			})
		}
	}
	return docs
}

// groupChunks quote some rows of each group, evenly taken.
func groupChunks(t *table.Table) []retrieve.Doc {
	columns := t.Columns()
	size := max(groupRows, (t.Kept+maxGroupChunks-1)/maxGroupChunks)
	var docs []retrieve.Doc
	for start := 0; start < t.Kept; start += size {
		end := min(start+size, t.Kept)
		var b strings.Builder
		for i := range min(3, end-start) {
			for j, v := range t.Row(start + i*(end-start)/3) {
				if v != "" && j < 20 {
					fmt.Fprintf(&b, "%s %s; ", columns[j].Name, question.Inert(v))
				}
			}
		}
		if b.Len() == 0 {
			continue
		}
		docs = append(docs, retrieve.Doc{ID: fmt.Sprintf("rows:%d", start+1), Title: fmt.Sprintf("Linhas %d a %d", start+1, end), Text: b.String(), Fields: map[string]string{"rows": fmt.Sprint(start + 1)}})
	}
	return docs
}
