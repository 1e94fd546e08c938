package providertest

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/task"
)

// decides is the task in which a model answers a guest with tools.
const decides = "decide"

// Concierge answers a guest well: it calls the tools that the words of a message
// ask for, and says a sentence that rests on what they return. What no tool is
// for, and every other task, is answered as its rule does.
func Concierge(tasks []task.Any) Player {
	rule := ByRule(tasks)
	return func(a Ask) Answer {
		if a.Task != decides || a.Schema {
			return rule(a)
		}
		if len(a.Called) == 0 {
			if calls := a.wanted(); len(calls) > 0 && len(a.Tools) > 0 {
				return Answer{Calls: calls}
			}
			return smallTalk(rule(a))
		}
		var said []string
		for i, result := range a.Results {
			if i < a.told { // in an answer before a question
				continue
			}
			if text := sentence(a.Called[min(i, len(a.Called)-1)], result); text != "" && !slices.Contains(said, text) {
				said = append(said, text)
			}
		}
		if len(said) == 0 {
			return Answer{Text: "Não encontrei nada que sirva."}
		}
		return Answer{Text: strings.Join(said, " ")}
	}
}

// wishes are the calls for messages that have some words. Of several that fit
// each is called once.
var wishes = []struct {
	words string // any of them, with a bar between
	tool  string
	field string // that takes the message
	args  string
}{
	{words: "sou alérgica a camarão|sou alérgico a camarão", tool: "remember", args: `{"facts":[{"what":"camarão","kind":"allergy","always":true}]}`},
	{words: "o que você sabe de mim", tool: "recall", args: `{}`},
	{words: "bobó de camarão tem", tool: "dish_details", args: `{"dishes":["Bobó de camarão"]}`},
	{words: "espaguete com tomate assado tem", tool: "dish_details", args: `{"dishes":["Espaguete com tomate assado"]}`},
	{words: "onde comer|jantar lá", tool: "list-restaurants", args: `{"place":"Florianópolis"}`},
	{words: "onde ficar|ir para floripa", tool: "list-accommodations", args: `{"place":"Florianópolis","start_date":"YYYY-03-10","end_date":"YYYY-03-15","people":4}`},
	{words: "cervejarias novas", tool: "find_breweries", args: `{"new":true}`},
	{words: "a terceira", tool: "brewery_details", args: `{"brewery":"3"}`},
	{words: "meu perfil", tool: "client_profile", args: `{}`},
	{words: "gastei|todos os clientes", tool: "ask_purchases", field: "question"},
	{words: "histograma|distribuição|compare", tool: "ask_data", field: "question"},
	{words: "massa|prato", tool: "find_dishes", field: "wish"},
}

// wanted returns the calls that the guest's message asks for.
func (a Ask) wanted() (calls []Call) {
	message := strings.ToLower(a.Message())
	for _, w := range wishes {
		if !slices.ContainsFunc(strings.Split(w.words, "|"), func(words string) bool { return strings.Contains(message, words) }) || !slices.Contains(a.Tools, w.tool) {
			continue
		}
		if w.field != "" {
			w.args = encode(map[string]string{w.field: a.Message()})
		}
		calls = append(calls, Call{w.tool, NextMarch(w.args)})
	}
	return calls
}

// NextMarch puts the year of the next tenth of March for YYYY.
func NextMarch(args string) string {
	year := time.Now().Year()
	if time.Now().YearDay() > 65 {
		year++
	}
	return strings.ReplaceAll(args, "YYYY", strconv.Itoa(year))
}

// smallTalk makes an answer of what the rule would do: its words, if it has some.
func smallTalk(by Answer) Answer {
	var out struct{ Answer string }
	if json.Unmarshal([]byte(by.Text), &out) != nil || out.Answer == "" {
		out.Answer = "Claro, conte comigo."
	}
	return Answer{Text: out.Answer}
}

// sentence says what a tool has returned, with its own names and figures.
func sentence(tool, result string) string {
	var r struct {
		Dishes    []named
		Breweries []named
		Items     []named
		Rows      json.RawMessage
		Facts     []string
		Known     []struct{ What string }
		Name      string
		Summary   string
		Kept      []string
		ForNow    []string `json:"for_now"`
	}
	if json.Unmarshal([]byte(result), &r) != nil { // an error of the tool
		return "Isso não consegui descobrir."
	}
	var rows [][]string
	_ = json.Unmarshal(r.Rows, &rows) // or a count
	switch {
	case len(r.Dishes) > 0 && tool == "dish_details":
		return "O que o cardápio diz de " + r.Dishes[0].Name + " está aqui, e a cozinha confirma."
	case tool == "find_dishes":
		fitting := slices.DeleteFunc(slices.Clone(r.Dishes), func(d named) bool { return !d.Fits })
		if len(fitting) == 0 {
			return "Nada do cardápio combina com isso."
		}
		return "Sugiro " + names(fitting) + "."
	case len(r.Breweries) > 0:
		return "Separei " + names(r.Breweries) + "."
	case len(r.Items) > 0:
		return "Gosto de " + names(r.Items) + "."
	case len(rows) > 0 && len(rows[0]) > 0:
		return "São " + rows[0][len(rows[0])-1] + "."
	case len(r.Facts) > 0:
		return r.Facts[0]
	case len(r.Known) > 0:
		return "Sei isto de você: " + r.Known[0].What + "."
	case tool == "recall":
		return "Ainda não sei nada de você."
	case len(r.Kept)+len(r.ForNow) > 0:
		return "Anotei: " + strings.Join(append(r.Kept, r.ForNow...), ", ") + "."
	case r.Summary != "":
		return "Da " + r.Name + " se sabe isto: " + r.Summary
	}
	return ""
}

// named is whatever has a name.
type named struct {
	Name string
	Fits bool
}

func names(all []named) string {
	var some []string
	for _, n := range all[:min(2, len(all))] {
		some = append(some, n.Name)
	}
	return strings.Join(some, " e ")
}
