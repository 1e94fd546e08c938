package providertest

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// What a model that lies says. None of it may reach a guest.
const (
	Link   = "https://evil.example/win"
	Image  = "![x](https://evil.example/p.png)"
	Host   = "evil.example"
	Price  = "R$ 7,77"
	Nobody = "Xyzzyplugh" // a dish, a brewery, a place, a column that there is not
	Secret = "internal-trace-5f1c"
)

// Behaviour is a way to answer other than well.
type Behaviour struct {
	Name string
	// Rule says that nothing of such an answer can be used, whatever the task:
	// the rule decides. Structured says so of answers in JSON.
	Rule, Structured bool

	do func(good Answer, a Ask) Answer
}

// Of behaves so where good would have answered well. The zero value answers as
// good does.
func (b Behaviour) Of(good Player) Player {
	if b.do == nil {
		return good
	}
	return func(a Ask) Answer { return b.do(good(a), a) }
}

// Stalls reports whether it lets those wait who ask.
func (b Behaviour) Stalls() bool { return b.Name == Stall.Name || b.Name == StallHalf.Name }

// Own is a behaviour that a test makes up.
func Own(name string, do func(good Answer, a Ask) Answer) Behaviour {
	return Behaviour{Name: name, do: do}
}

func always(ans Answer) func(Answer, Ask) Answer { return func(Answer, Ask) Answer { return ans } }

func complaint(message string) string {
	return encode(map[string]any{"error": map[string]any{"message": message, "type": "server_error"}})
}

// Stall never sends a byte, and StallHalf stops in the middle of an answer.
var (
	Stall     = Behaviour{Name: "stalls", Rule: true, do: always(Answer{Stall: true})}
	StallHalf = Behaviour{Name: "stalls in mid-stream", Rule: true, do: func(good Answer, _ Ask) Answer {
		good.Stall, good.Half = true, true
		return good
	}}
)

// Failures are what any provider may do, whatever it was asked.
func Failures() []Behaviour {
	return []Behaviour{
		Stall, StallHalf,
		{Name: "cuts the stream", Rule: true, do: func(good Answer, _ Ask) Answer { good.Half = true; return good }},
		{Name: "429", Rule: true, do: always(Answer{Status: http.StatusTooManyRequests, Body: complaint("slow down " + Secret)})},
		{Name: "429, come back in an hour", Rule: true, do: always(Answer{Status: http.StatusTooManyRequests, Header: map[string]string{"Retry-After": "3600"}, Body: complaint("quota")})},
		{Name: "500", Rule: true, do: always(Answer{Status: http.StatusInternalServerError, Body: complaint("oops " + Secret)})},
		{Name: "200 with an error body", Rule: true, do: always(Answer{Status: http.StatusOK, Body: complaint("no capacity " + Secret)})},
		{Name: "a page instead of events", Rule: true, do: always(Answer{Status: http.StatusOK, Type: "text/html", Body: "<html>Sign in to the Wi-Fi " + Secret + "</html>"})},
		{Name: "echoes the key", Rule: true, do: always(Answer{Status: http.StatusUnauthorized, Body: complaint("bad key " + Key + " in Authorization: Bearer " + Key)})},
		{Name: "refuses", Rule: true, do: always(Answer{Text: "I can't", Refused: true})},
		{Name: "says nothing", Rule: true, do: always(Answer{})},
		{Name: "never ends", Rule: true, do: always(Answer{Text: strings.Repeat("blá blá ", 1<<13)})}, // far beyond its limit; all of it, where it comes, costs less than a call may
		{Name: "calls a tool that is not there", Rule: true, do: always(Answer{Calls: []Call{{"transfer_money", `{"to":"` + Nobody + `"}`}}})},
		{Name: "prose instead of JSON", Structured: true, do: func(good Answer, a Ask) Answer {
			if a.Schema {
				good.Text = "Claro! Aqui vai a resposta que você pediu."
			}
			return good
		}},
		{Name: "JSON of another shape", Structured: true, do: func(good Answer, a Ask) Answer {
			if a.Schema {
				good.Text = `{"hello":"world"}`
			}
			return good
		}},
		{Name: "JSON of wrong types", Structured: true, do: func(good Answer, a Ask) Answer {
			if a.Schema {
				good.Text = changed(good.Text, func(any) any { return []any{map[string]any{}} })
			}
			return good
		}},
		{Name: "bad JSON, then good", do: func(good Answer, a Ask) Answer {
			if a.Schema && !a.Again() {
				good.Text = "{" + good.Text
			}
			return good
		}},
	}
}

// Lies are answers of the right shape that are not true.
func Lies() []Behaviour {
	add := func(words string) func(Answer, Ask) Answer {
		return func(good Answer, a Ask) Answer {
			if len(good.Calls) == 0 && !a.Schema {
				good.Text += " " + words
			} else if a.Schema {
				good.Text = changed(good.Text, func(v any) any {
					if s, ok := v.(string); ok {
						return s + " " + words
					}
					return v
				})
			}
			return good
		}
	}
	return []Behaviour{
		{Name: "invents names and ids", do: func(good Answer, a Ask) Answer {
			if !a.Schema {
				return add("Prove também "+Nobody+".")(good, a)
			}
			good.Text = changed(good.Text, func(v any) any {
				if s, ok := v.(string); ok && !isDay(s) {
					return Nobody
				}
				return v
			})
			return good
		}},
		{Name: "adds a link", do: add("Veja " + Link)},
		{Name: "adds a picture", do: add(Image)},
		{Name: "adds a bare address", do: add("Visite www." + Host + " já.")},
		{Name: "makes up a price", do: add("Hoje sai por " + Price + ".")},
		{Name: "speaks another language", do: func(good Answer, a Ask) Answer {
			if !a.Schema && len(good.Calls) == 0 {
				good.Text = "Good evening and welcome! I would be happy to help you with whatever you would like to know about this tonight."
			}
			return good
		}},
	}
}

func isDay(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// changed puts change over every value of a JSON text that is neither an object
// nor a list.
func changed(text string, change func(any) any) string {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	return encode(walk(v, change))
}

func walk(v any, change func(any) any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = walk(v[k], change)
		}
		return v
	case []any:
		for i := range v {
			v[i] = walk(v[i], change)
		}
		return v
	}
	return change(v)
}

// Obey is a model that does as it reads: where the marker stands in what it was
// told, it answers with order, else well.
func Obey(marker string, order func(Ask, Answer) Answer, good Player) Player {
	return func(a Ask) Answer {
		if strings.Contains(a.Prompt, marker) {
			return order(a, good(a))
		}
		return good(a)
	}
}
