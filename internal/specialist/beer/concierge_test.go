package beer

import (
	gocmp "cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// bench uses the concierge's tools in a conversation.
type bench struct {
	t     *testing.T
	a     *Advisor
	tools []agent.Tool
	scene *scene.Scene
}

func concierge(t *testing.T, k talk, message string) *bench {
	t.Helper()
	a := k.advisor(t)
	base := a.Ask
	a.Ask = func(ctx context.Context, guest, sql string) (*safesql.Result, error) {
		switch {
		case strings.Contains(sql, "FROM my_purchases p JOIN beers b"):
			return &safesql.Result{Rows: [][]any{{"IPA", int64(40)}, {"Stout", int64(12)}}}, nil
		case strings.Contains(sql, "beers.style LIKE '%IPA%'"):
			return &safesql.Result{Rows: [][]any{{"b3", "Tern & Gull Beer Co.", "San Diego", "California", nil, "Gull IPA", "IPA"}}}, nil
		case strings.HasPrefix(sql, "SELECT DISTINCT city"):
			return &safesql.Result{Rows: [][]any{{"Salinas"}, {"San Diego"}}}, nil
		case strings.Contains(sql, "all_"):
			return &safesql.Result{Columns: []string{"style", "quantity"}, Rows: [][]any{{"IPA", int64(1200)}, {"Lager", int64(800)}}, Path: "population", Notes: []string{"small groups are left out"}}, nil
		}
		return base(ctx, guest, sql)
	}
	a = a.as(gocmp.Or(k.guest, "C001"))
	a.AskOwn = nil
	tools, err := a.Tools()
	if err != nil {
		t.Fatal(err)
	}
	return &bench{t, a, tools, &scene.Scene{Language: lang.Portuguese, Now: time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC), Message: message}}
}

func (b *bench) tool(name string) agent.Tool {
	b.t.Helper()
	i := slices.IndexFunc(b.tools, func(t agent.Tool) bool { return t.Name == name })
	if i < 0 {
		b.t.Fatalf("there is no tool %s", name)
	}
	return b.tools[i]
}

// next begins the guest's next turn.
func (b *bench) next(message string) {
	b.scene.Said, b.scene.Message, b.scene.Now = append(b.scene.Said, b.scene.Message), message, b.scene.Now.Add(time.Minute)
}

// use calls a tool as an agent does and returns its facts as JSON, or its error.
func (b *bench) use(name, args string) (facts string, err error) {
	b.t.Helper()
	out, err := b.tool(name).Run(scene.With(b.t.Context(), b.scene), args)
	b.scene.Settle()
	if err != nil {
		return "", err
	}
	raw, err := json.Marshal(out)
	if err != nil {
		b.t.Fatal(err)
	}
	return string(raw), nil
}

func (b *bench) must(name, args string) string {
	b.t.Helper()
	facts, err := b.use(name, args)
	if err != nil {
		b.t.Fatalf("%s %s: %v", name, args, err)
	}
	return facts
}

// has fails if a text lacks one of some others.
func has(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in %s", want, text)
		}
	}
}

// names are those of the breweries in facts.
func names(facts string) []string {
	var f findFacts
	_ = json.Unmarshal([]byte(facts), &f)
	var all []string
	for _, b := range f.Breweries {
		all = append(all, b.Name)
	}
	return all
}

func TestFactsAreWhatAModelCanQuote(t *testing.T) {
	for _, tt := range []struct {
		name, guest, tool, args, want, says string
	}{
		{
			"a client", "", "client_profile", `{}`,
			`{"client":true,"name":"Bar do João","city":"San Diego, CA","types":["micro","regional"],"styles":["IPA","Stout"],"beers_lately":["Tide IPA","Noon Lager"],"bought_from":["Palm Row"],"bought_from_in_all":1,"on_record":["profile: client name, email, postal code, city, state, segment, joined year","purchases: purchased at, month, year, channel, quantity, unit price, amount, rating","bookings: dest city, dest state, check in, month, kind, nights, total"]}`,
			"Bar do João, de San Diego, CA. Você compra mais de: microcervejaria e cervejaria regional. Últimas cervejas: Tide IPA e Noon Lager. Últimas cervejarias: Palm Row (1 no total).",
		},
		{"who is no client is no error", "visitor", "client_profile", `{}`, `{"client":false}`, "Não encontrei o seu cadastro de cliente, então não sei o que você compra. Diga a cidade e eu procuro cervejarias nela."},
		{"nobody knows where to look", "visitor", "find_breweries", `{}`, `{"need":"place","found":0}`, "Em que cidade procuro? (“cervejarias em Portland, Oregon”)"},
		{
			"the town has a brewpub", "", "find_breweries", `{"type":"brewpubs"}`,
			`{"place":"San Diego, California","found":1,"found_not_bought_from":1,"new":true,"breweries":[{"id":"b2","name":"Quarter Moon Brewpub","type":"brewpub","city":"San Diego","state":"California"}],"notice":"sample"}`,
			"Encontrei uma cervejaria nova para você: Quarter Moon Brewpub.",
		},
		{
			"who brews a style", "", "find_breweries", `{"style":"IPA"}`,
			`{"place":"San Diego, California","found":1,"found_not_bought_from":1,"new":true,"breweries":[{"id":"b3","name":"Tern \u0026 Gull Beer Co.","type":"micro","city":"San Diego","state":"California","why":"microcervejaria, o tipo que você mais compra","beers":["Gull IPA"]}],"notice":"sample"}`,
			"Encontrei uma cervejaria nova para você: Tern & Gull Beer Co.",
		},
		{
			"no nano there, nor in the state", "", "find_breweries", `{"place":"San Diego","type":"nano"}`,
			`{"place":"San Diego, California","found":0,"other_types":{"brewpub":1,"micro":2,"regional":1},"notice":"sample"}`,
			"Não encontrei cervejarias novas em San Diego, California.",
		},
		{"a name that nobody has", "", "find_breweries", `{"name":"Nobody"}`, `{"name":"Nobody","found":0,"notice":"sample"}`, "Não encontrei nenhuma cervejaria chamada Nobody."},
		{
			"one figure", "", "ask_purchases", `{"question":"quanto gastei este ano?"}`,
			`{"whose":"own","columns":["amount"],"rows":[["US$ 652,50"]],"sample_data":true,"answer":"Você gastou US$ 652,50 em 2026."}`, "Você gastou US$ 652,50 em 2026.\n(Dados de exemplo: estes clientes não existem.)",
		},
		{
			"statistics are rough", "", "ask_purchases", `{"question":"qual o estilo mais vendido?"}`,
			`{"whose":"everybody","columns":["style","quantity"],"rows":[["IPA","1.200 unidades"],["Lager","800 unidades"]],"notes":["Números de todos os clientes são aproximados: para não expor ninguém, grupos pequenos ficam de fora ou são somados a outros."],"sample_data":true,"answer":"Entre todos os clientes: unidades por estilo, do maior para o menor:\n- IPA: 1.200 unidades\n- Lager: 800 unidades"}`,
			"Entre todos os clientes: unidades por estilo, do maior para o menor:\n- IPA: 1.200 unidades\n- Lager: 800 unidades\n(Números de todos os clientes são aproximados: para não expor ninguém, grupos pequenos ficam de fora ou são somados a outros.)\n(Dados de exemplo: estes clientes não existem.)",
		},
		{
			"another client's data", "", "ask_purchases", `{"question":"quanto gastou o cliente C002?"}`,
			`{"declined":"other_client","why":"never another client's data: only the guest's own, or statistics over all clients, such as: the average customer's spending per year","answer":"Só posso falar dos seus próprios dados e de estatísticas de todos os clientes juntos; dos dados de outro cliente, não."}`,
			"Só posso falar dos seus próprios dados e de estatísticas de todos os clientes juntos; dos dados de outro cliente, não.",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := concierge(t, talk{guest: tt.guest}, "?")
			got := b.must(tt.tool, tt.args)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("facts (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.says, b.tool(tt.tool).Say(got, lang.Portuguese)); diff != "" {
				t.Errorf("said (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAPlaceIsUnderstood(t *testing.T) {
	for _, tt := range []struct {
		place, want string
		names       []string
	}{
		{"", "San Diego, California", []string{"Harbor Lights Brewing", "Old Mill Brewing Company", "Quarter Moon Brewpub", "Tern & Gull Beer Co."}},
		{"San Diego, CA", "San Diego, California", []string{"Harbor Lights Brewing", "Old Mill Brewing Company", "Quarter Moon Brewpub", "Tern & Gull Beer Co."}},
		{"san diego", "San Diego, California", []string{"Harbor Lights Brewing", "Old Mill Brewing Company", "Quarter Moon Brewpub", "Tern & Gull Beer Co."}},
		{"San Dieggo", "San Diego, California", []string{"Harbor Lights Brewing", "Old Mill Brewing Company", "Quarter Moon Brewpub", "Tern & Gull Beer Co."}},
		{"Oregon", "Oregon", []string{"Lonely Pine Brewing", "Twin Peaks Ale House"}},
		{"OR", "Oregon", []string{"Lonely Pine Brewing", "Twin Peaks Ale House"}},
		{"Curitiba, PR", "Curitiba, Paraná", []string{"Serra Alta"}},
		{"Curitiba, Brasil", "Curitiba, Paraná", []string{"Serra Alta"}},
		{"Brasil", "Brazil", []string{"Serra Alta"}},
		{"Nowhere at all", "Nowhere at all", nil},
	} {
		t.Run(tt.place, func(t *testing.T) {
			got := concierge(t, talk{}, "?").must("find_breweries", `{"place":"`+tt.place+`"}`)
			var f findFacts
			_ = json.Unmarshal([]byte(got), &f)
			all := names(got)
			slices.Sort(all)
			if diff := cmp.Diff(tt.names, all); diff != "" || !strings.EqualFold(f.Place, tt.want) || f.Need != "" {
				t.Errorf("%s (-want +got):\n%s", got, diff)
			}
		})
	}
}

func TestAListIsNarrowedWhereItWasSearched(t *testing.T) {
	b := concierge(t, talk{}, "cervejarias no Oregon?")
	b.must("find_breweries", `{"place":"Oregon"}`)
	if got := b.scene.Shown; len(got) != 2 || got[0].Kind != "brewery" || got[0].Number != 1 || got[1].Number != 2 {
		t.Errorf("shown %+v", got)
	}
	b.next("só os brewpubs")
	if got := names(b.must("find_breweries", `{"type":"brewpub"}`)); !slices.Equal(got, []string{"Twin Peaks Ale House"}) {
		t.Errorf("narrowed to %q", got)
	}
	b.next("tem outras?")
	if got := b.must("find_breweries", `{"others":true}`); len(names(got)) != 0 || !strings.Contains(got, `"left_out_shown_before":2`) {
		t.Errorf("others: %s", got)
	}
}

func TestWhatWasBoughtIsLeftOutUnlessItIsWanted(t *testing.T) {
	k := talk{bought: []string{"Harbor Lights", "Old Mill Brewing Co"}}
	got := concierge(t, k, "?").must("find_breweries", `{"place":"San Diego"}`)
	if all := names(got); slices.Contains(all, "Harbor Lights Brewing") || len(all) != 2 || !strings.Contains(got, `"left_out_bought_before":2`) {
		t.Errorf("new: %s", got)
	}
	got = concierge(t, k, "?").must("find_breweries", `{"place":"San Diego","new":false}`)
	if all := names(got); len(all) != 4 || strings.Count(got, `"bought_before":true`) != 2 || strings.Contains(got, "left_out") {
		t.Errorf("all: %s", got)
	}
}

// stateIn is an agent's state in the bench's scene.
func (b *bench) state() agent.State {
	own, err := json.Marshal(map[string]any{"scene": b.scene})
	if err != nil {
		b.t.Fatal(err)
	}
	return agent.State{Own: own}
}

func TestWhatTheGuestAskedForIsNotAskedAbout(t *testing.T) {
	list := func(t *testing.T) *bench {
		b := concierge(t, talk{}, "cervejarias em San Diego")
		b.must("find_breweries", `{}`)
		return b
	}
	first := names(list(t).must("find_breweries", `{}`))[0]
	if first != "Harbor Lights Brewing" {
		t.Fatalf("the first is %s", first)
	}
	for _, tt := range []struct {
		message, ref string
		want         bool
	}{
		{"me fale da Harbor Lights", "b1", true},
		{"me fale da Harbor Lights e da Old Mill Brewing Company", "b4", true},
		{"fale da Harbor Lights", "b4", false},
		{"e a primeira?", "1", true},
		{"e a primeira?", "b4", false},
		{"o que mais?", "b1", false},
		{"me conte sobre a Lonely Pine", "Lonely Pine", true},
		{"recomende mais uma", "Lonely Pine", false},
	} {
		b := list(t)
		b.next(tt.message)
		call := llm.ToolCall{Name: breweryDetails, Args: `{"brewery":"` + tt.ref + `","web":true}`}
		if got := unasked(b.state(), call); got != tt.want {
			t.Errorf("%q: %s was asked for: %v", tt.message, tt.ref, got)
		}
	}
	b := list(t)
	call := llm.ToolCall{Name: breweryDetails, Args: `{"brewery":"b1"}`}
	if got := askAbout(b.state(), call); got != "Quer saber mais de alguma delas?" {
		t.Errorf("asks %q", got)
	}
	if got := offered(b.state(), call); len(got) != 4 || got[0] != (graph.Option{Value: "b1", Label: first}) {
		t.Errorf("offers %+v", got)
	}
	call.Args = `{"brewery":"Lonely Pine"}`
	if got := askAbout(b.state(), call); got != "Lonely Pine: posso pesquisar na web? A pesquisa tem um custo." {
		t.Errorf("asks %q", got)
	}
}

func TestDetailsOfWhateverIsPointedAt(t *testing.T) {
	for _, tt := range []struct{ ref, want string }{
		{"b4", `"name":"Old Mill Brewing Company"`},
		{"1", `"name":"Harbor Lights Brewing"`},
		{"#1", `"name":"Harbor Lights Brewing"`},
		{"harbor lights", `"name":"Harbor Lights Brewing"`},
		{"Tern and Gull", `"name":"Tern \u0026 Gull Beer Co."`},
		{"Lonely Pine", `"name":"Lonely Pine Brewing"`},
		{"Harbour Lights Brewing", `"name":"Harbor Lights Brewing"`},
		{"Brewing", `"which":[{"id":"b1"`},
		{"Zzz", `error: no brewery "Zzz" is known: take the id`},
	} {
		b := concierge(t, talk{web: []llmtest.Step{found(web)}}, "?")
		b.must("find_breweries", `{}`)
		got, err := b.use(breweryDetails, `{"brewery":"`+tt.ref+`","web":true}`)
		if err != nil {
			got = "error: " + err.Error()
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.ref, got, tt.want)
		}
	}
	b := concierge(t, talk{web: []llmtest.Step{found(web)}}, "?")
	b.must("find_breweries", `{}`)
	got := b.must(breweryDetails, `{"brewery":"b1","web":true}`)
	has(t, got, `"city":"San Diego, California"`, `"sources":["Harbor Lights"]`, `"verified":true`)
	if text := b.tool(breweryDetails).Say(got, lang.Portuguese); !strings.HasPrefix(text, "Harbor Lights Brewing: Known for hazy IPAs") {
		t.Errorf("says %q", text)
	}
}

func TestWhatTheListHasOfABreweryIsToldUnasked(t *testing.T) {
	b := concierge(t, talk{}, "?")
	b.must("find_breweries", `{}`)
	b.next("dá para conhecer alguma?")
	call := llm.ToolCall{Name: breweryDetails, Args: `{"brewery":"b1"}`}
	if !unasked(b.state(), call) {
		t.Error("the guest is asked about what costs nothing")
	}
	got := b.must(breweryDetails, call.Args)
	has(t, got, `"city":"San Diego, California"`, `"only_of_the_list":true`, `"verified":false`)
	call.Args = `{"brewery":"b1","web":true}`
	if unasked(b.state(), call) {
		t.Error("the web is searched unasked")
	}
	b.scene.Last = "A Harbor Lights Brewing fica em San Diego. Procuro mais na web?"
	b.next("pode sim")
	if !unasked(b.state(), call) {
		t.Error("the guest has said yes and is asked again")
	}
}

func TestWhereThereAreNoneTheNearestAreTold(t *testing.T) {
	b := concierge(t, talk{}, "?")
	got := b.must("find_breweries", `{"place":"Gramado","style":"stout"}`)
	if want := `{"place":"Gramado, Rio Grande do Sul","found":0,"list_is_of":["United States","Brazil"]`; !strings.HasPrefix(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestDetailsAreOfferedOncePerList(t *testing.T) {
	b := concierge(t, talk{}, "cervejarias novas, além da Harbor Lights")
	if c := Offer(b.scene, "k"); c != nil {
		t.Errorf("with no list: %+v", c)
	}
	b.must("find_breweries", `{}`)
	c := Offer(b.scene, "k")
	if want := (llm.ToolCall{ID: "k", Name: breweryDetails, Args: `{"brewery":"b1","web":true}`}); c == nil || *c != want {
		t.Fatalf("offers %+v", c)
	}
	if unasked(b.state(), *c) {
		t.Error("what the house offers is not asked about")
	}
	if c := Offer(b.scene, "k"); c != nil {
		t.Errorf("again: %+v", c)
	}
	b.next("e o tempo?")
	if c := Offer(b.scene, "k"); c != nil {
		t.Errorf("a turn later: %+v", c)
	}
	b.next("só os brewpubs")
	b.must("find_breweries", `{"type":"brewpub"}`)
	if c := Offer(b.scene, "k"); c == nil || c.Args != `{"brewery":"b2","web":true}` {
		t.Errorf("of another list: %+v", c)
	}
	b.next("me fale da Twin Peaks e mostre o Oregon")
	b.must("find_breweries", `{"place":"Oregon"}`)
	b.must(breweryDetails, `{"brewery":"b7","web":true}`)
	if c := Offer(b.scene, "k"); c != nil {
		t.Errorf("after details: %+v", c)
	}
	b.next("tem a Serra Alta?")
	b.must("find_breweries", `{"name":"Serra Alta"}`)
	if c := Offer(b.scene, "k"); c != nil {
		t.Errorf("of one that the guest named: %+v", c)
	}
}

// TestTheRunPausesOnDetails has the concierge's loop offer details after its
// answer.
func TestTheRunPausesOnDetails(t *testing.T) {
	for _, tt := range []struct {
		name, answer, calls string
	}{
		{"yes", `{"approved":true}`, "find_breweries brewery_details"},
		{"another by its name", `{"approved":true,"editedArgs":{"brewery":"b4"}}`, "find_breweries brewery_details"},
		{"no", `{"approved":false}`, "find_breweries"},
		{"silence", "", "find_breweries"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := concierge(t, talk{}, "cervejarias novas")
				var shown []string
				think := func(ctx context.Context, s agent.State, _ []llm.ToolSpec, _ func(event.Words)) (agent.Thought, error) {
					switch s.Iteration {
					case 1:
						return agent.Thought{Calls: []llm.ToolCall{{ID: "f", Name: "find_breweries", Args: `{}`}}}, nil
					case 2:
						in := scene.Of(s.Own)
						offer := Offer(in, graph.Key(ctx))
						own, err := json.Marshal(map[string]any{"scene": in})
						return agent.Thought{Text: "Estas são novas.", Offer: offer, Own: own}, err
					}
					return agent.Thought{Text: "Isso é o que a web diz."}, nil
				}
				around := func(ctx context.Context, s agent.State) (context.Context, func(agent.State) agent.State) {
					in := scene.Of(s.Own)
					return scene.With(ctx, in), func(s agent.State) agent.State {
						in.Settle()
						s.Own, _ = json.Marshal(map[string]any{"scene": in})
						return s
					}
				}
				g, err := agent.Agent{Name: "concierge@1", Tools: b.tools, Think: think, Around: around}.Graph()
				if err != nil {
					t.Fatal(err)
				}
				r, err := g.Compile(graph.NewMemory(), graph.Options{})
				if err != nil {
					t.Fatal(err)
				}
				var calls []string
				hear := func(e event.Event) {
					var c event.Call
					_ = json.Unmarshal(e.Data, &c)
					switch e.Type {
					case event.ToolCall:
						calls = append(calls, c.Tool)
					case event.UI:
						var card ui.Component
						_ = json.Unmarshal(e.Data, &card)
						shown = append(shown, card.Name)
					}
				}
				out, err := r.Run(t.Context(), graph.Run{ID: "r", Guest: "C001"}, b.state(), hear)
				if err != nil || out.Question == nil || out.Question.Timeout != 30*time.Second || len(out.Question.Options) != 4 || out.State.Text != "Estas são novas." {
					t.Fatalf("%+v, %v", out, err)
				}
				answer := graph.Answer{Value: json.RawMessage(tt.answer)}
				if tt.answer == "" {
					time.Sleep(31 * time.Second)
					answer = graph.Answer{TimedOut: true}
				}
				out, err = r.Answer(t.Context(), "r", answer, hear)
				if err != nil || out.Status != graph.Ended || strings.Join(calls, " ") != tt.calls {
					t.Errorf("calls %q, %+v, %v", calls, out, err)
				}
				if len(shown) != len(calls) || shown[0] != "breweries-list" {
					t.Errorf("shows %q", shown)
				}
			})
		})
	}
}

func TestTheSchemaIsShort(t *testing.T) {
	a := talk{}.advisor(t)
	a.AskOwn = nil
	if got := a.Schema(t.Context()); got != "" {
		t.Errorf("with no SQL: %s", got)
	}
	a.AskOwn = a.Ask
	got := a.Schema(t.Context())
	has(t, got, "my_purchases(", "amount", "beers(", "money", "all_by_A", "all_tables")
	if strings.Contains(got, "email") || len(got) > 1000 {
		t.Errorf("%d bytes: %s", len(got), got)
	}
	own, err := safesql.ParsePolicy("[clients]\ntable = \"c\"\nkey = \"id\"\n[[own]]\nname = \"my_orders\"\ntable = \"orders\"\nclient = \"c\"\ncolumns = [{ name = \"month\" }, { name = \"value\" }]\n")
	if err != nil {
		t.Fatal(err)
	}
	a.Policy = func(context.Context) *safesql.Policy { return own }
	if got := a.Schema(t.Context()); !strings.Contains(got, "my_orders(month,value)") || strings.Contains(got, "beers(") || strings.Contains(got, "rating") {
		t.Errorf("of an own policy: %s", got)
	}
}

func TestToolsCostFewTokens(t *testing.T) {
	size := 0
	for _, tool := range concierge(t, talk{}, "?").tools {
		size += len(tool.Name) + len(tool.Description) + len(tool.Params)
	}
	if size > 2400 { // a token has about four
		t.Errorf("%d bytes", size)
	}
}

func TestWithNoDatabaseBreweriesAreFoundAllTheSame(t *testing.T) {
	b := concierge(t, talk{}, "?")
	down := errors.New("no connection")
	b.a.Ask = func(context.Context, string, string) (*safesql.Result, error) { return nil, down }
	got := b.must("find_breweries", `{"place":"San Diego, CA"}`)
	if len(names(got)) != 4 || !strings.Contains(got, `"history_unknown":true`) {
		t.Errorf("facts %s", got)
	}
}

func TestSearchesOfOneStepLoseNothingOfEachOther(t *testing.T) {
	b := concierge(t, talk{}, "cervejarias em San Diego e no Oregon")
	var wg sync.WaitGroup
	for _, args := range []string{`{"place":"San Diego"}`, `{"place":"Oregon"}`, `{"name":"Serra Alta"}`} {
		wg.Go(func() {
			if _, err := b.tool("find_breweries").Run(scene.With(t.Context(), b.scene), args); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	b.scene.Settle()
	if len(b.scene.Shown) != 7 {
		t.Errorf("shown %d", len(b.scene.Shown))
	}
}

func TestATypeThatThereIsNotIsToldWithThoseThereAre(t *testing.T) {
	_, err := concierge(t, talk{}, "?").use("find_breweries", `{"type":"gigantic"}`)
	if err == nil || !strings.Contains(err.Error(), "brewpub") {
		t.Errorf("error %v", err)
	}
}

func TestAQuestionGoesOnFromTheLast(t *testing.T) {
	b := concierge(t, talk{}, "?")
	b.must("ask_purchases", `{"question":"quanto gastei este ano?"}`)
	b.next("e no ano passado?")
	if got := b.must("ask_purchases", `{"question":"e no ano passado?"}`); !strings.Contains(got, "652,50") {
		t.Errorf("facts %s", got)
	}
}

func TestLabelsOfAModelAreToldAsTheyAre(t *testing.T) {
	b := concierge(t, talk{}, "?")
	b.a.AskOwn = func(context.Context, string, string) (*safesql.Result, error) {
		return &safesql.Result{Columns: []string{"period", "hour", "n"}, Rows: [][]any{{"since Easter", "", int64(3)}, {"in all", "late", int64(9)}}}, nil
	}
	got := b.must("ask_purchases", `{"question":"how many since Easter?","sql":"SELECT 'since Easter' AS period, '' AS hour, 3 AS n UNION SELECT 'in all', 'late', 9"}`)
	for _, want := range []string{"since Easter", "in all", "late"} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q in %s", want, got)
		}
	}
}
