package data

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
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

// way is a way of asking: what its chunk says, and for what kinds of columns.
type way struct{ intent, title, kinds, about string }

//go:embed words/ways.txt
var waysFile string

// ways are those of the file, in its order.
var ways = func() (all []way) {
	for name, about := range wordfile.Entries(waysFile) {
		parts := strings.Split(about, " | ")
		all = append(all, way{name, parts[0], parts[1], parts[2]})
	}
	return all
}()

// Chunks says in words what is in a table and what can be asked of it: one for
// each way of asking, one for each column, for pairs of columns and for groups
// of rows. Their ids begin with "way:", "column:", "pair:" and "rows:"; those
// of columns name them in their fields.
func Chunks(t *table.Table) (docs []retrieve.Doc) {
	add := func(id, title, text string, fields map[string]string) {
		docs = append(docs, retrieve.Doc{ID: strings.ToValidUTF8(id[:min(len(id), 180)], ""), Title: title, Text: text, Fields: fields})
	}
	profiles := t.Summary()
	for _, w := range ways {
		var about []string
		for _, p := range profiles {
			if strings.Contains(w.kinds, string(p.Kind)) && len(about) < 12 {
				about = append(about, p.Name)
			}
		}
		if len(about) > 0 {
			add("way:"+w.intent, w.title, w.about+" Colunas: "+strings.Join(about, ", ")+".", map[string]string{"way": w.intent})
		}
	}
	for _, p := range profiles[:min(len(profiles), maxColumnChunks)] {
		add("column:"+p.Name, p.Name, columnText(p), map[string]string{"column": p.Name})
	}
	pairs := 0
	for i, a := range profiles {
		for _, b := range profiles[:i] {
			if a.Numbers == nil || b.Numbers == nil || pairs == maxPairChunks {
				continue
			}
			pairs++
			add("pair:"+b.Name+"|"+a.Name, "Relação entre "+b.Name+" e "+a.Name,
				fmt.Sprintf("Correlação entre as colunas %s e %s: se uma sobe, a outra sobe ou desce.", b.Name, a.Name),
				map[string]string{"way": question.Correlation, "column": b.Name, "other": a.Name})
		}
	}
	size := max(groupRows, (t.Kept+maxGroupChunks-1)/maxGroupChunks)
	for start := 0; start < t.Kept; start += size {
		end := min(start+size, t.Kept)
		if quoted := quoted(t, start, end); quoted != "" {
			add(fmt.Sprintf("rows:%d", start+1), fmt.Sprintf("Linhas %d a %d", start+1, end), quoted, map[string]string{"rows": fmt.Sprint(start + 1)})
		}
	}
	return docs
}

func columnText(p *table.Profile) string {
	said := "Coluna " + p.Name + " "
	if other := question.Synonyms(p.Name); len(other) > 0 {
		said += "(" + strings.Join(other[:min(len(other), 8)], ", ") + ") "
	}
	number := texts.In(lang.Portuguese).Number
	switch n := p.Numbers; {
	case n != nil:
		said += fmt.Sprintf("numérica: %d valores, de %s a %s, média %s, mediana %s.", p.Count, number(n.Min), number(n.Max), number(n.Mean), number(n.Median))
	case p.Dates != nil:
		said += fmt.Sprintf("de datas: %d valores, de %s a %s, por dia, mês e ano.", p.Count, p.Dates.Min.Format(time.DateOnly), p.Dates.Max.Format(time.DateOnly))
	default:
		var top []string
		for _, v := range p.Top[:min(len(p.Top), 5)] {
			top = append(top, question.Inert(v.Text))
		}
		said += fmt.Sprintf("categórica: %d valores diferentes; os mais frequentes são %s.", p.Distinct, strings.Join(top, ", "))
	}
	if p.Missing > 0 {
		said += fmt.Sprintf(" Faltam %d.", p.Missing)
	}
	return said
}

// quoted are three rows of a group, evenly taken.
func quoted(t *table.Table, start, end int) string {
	var b strings.Builder
	columns := t.Columns()
	for i := range min(3, end-start) {
		for j, v := range t.Row(start + i*(end-start)/3) {
			if v != "" && j < 20 {
				fmt.Fprintf(&b, "%s %s; ", columns[j].Name, question.Inert(v))
			}
		}
	}
	return b.String()
}

var (
	//go:embed testdata/purchases.csv
	samplePurchases []byte
	//go:embed testdata/refine.seen.jsonl
	seenQuestions []byte
	//go:embed testdata/refine.unseen.jsonl
	unseenQuestions []byte
)

// SampleTable is the table that the labelled questions are about: purchases of
// a sample customer.
func SampleTable(ctx context.Context) (*table.Table, error) {
	return table.Read(ctx, bytes.NewReader(samplePurchases), table.Options{})
}

// Labelled is a question and what it asks for.
type Labelled struct {
	ID      string        `json:"id"`
	Q       string        `json:"q"`
	Lang    lang.Language `json:"lang"`
	Kind    string        `json:"kind"` // how it is put: exact, synonym, structure or technical
	Intent  string        `json:"intent"`
	Columns []string      `json:"columns,omitempty"`
	By      string        `json:"by,omitempty"`
}

// Seen is the half of our labelled set that the rule was written with an eye
// on; the other was kept aside.
func Seen() ([]Labelled, error) { return ReadLabelled(bytes.NewReader(seenQuestions)) }

// Unseen is the other half.
func Unseen() ([]Labelled, error) { return ReadLabelled(bytes.NewReader(unseenQuestions)) }

// ReadLabelled reads questions, one JSON object a line.
func ReadLabelled(r io.Reader) ([]Labelled, error) {
	var set []Labelled
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	for {
		var l Labelled
		err := d.Decode(&l)
		switch {
		case errors.Is(err, io.EOF) && len(set) == 0:
			return nil, errors.New("the set has no questions")
		case errors.Is(err, io.EOF):
			return set, nil
		case err != nil:
			return nil, fmt.Errorf("question %d: %w", len(set)+1, err)
		}
		set = append(set, l)
	}
}

// Ranking makes of questions a set for searches, as "maitre eval retrieve" takes it: things to be
// found are the chunks of the sample table, of which a question wants its way of asking and its columns.
func Ranking(ctx context.Context, set []Labelled) ([]byte, error) {
	t, err := SampleTable(ctx)
	if err != nil {
		return nil, err
	}
	type item struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Desc string `json:"desc"`
	}
	type query struct {
		Q   string         `json:"q"`
		Rel map[string]int `json:"rel"`
	}
	var out struct {
		Items   []item  `json:"items"`
		Queries []query `json:"queries"`
	}
	for _, d := range Chunks(t) {
		out.Items = append(out.Items, item{d.ID, d.Title, d.Text})
	}
	for _, l := range set {
		rel := map[string]int{"way:" + l.Intent: 2}
		for _, column := range append(slices.Clone(l.Columns), l.By) {
			if column != "" {
				rel["column:"+column] = 2
			}
		}
		out.Queries = append(out.Queries, query{l.Q, rel})
	}
	return json.Marshal(out)
}
