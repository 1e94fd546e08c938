package trip

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
)

const (
	day  = 24 * time.Hour
	week = 7 * day
)

// said is what one conversation says of a trip, so far.
type said struct {
	place      string
	candidates []string
	stay       staydate.Stay
	nights     int
	guests     int
	turns      int // of the guest
}

// extractByRule reads a conversation message by message: what is said later
// corrects what was said before.
func extractByRule(in ExtractIn) ExtractOut {
	s, now := listen(in), dayOf(in.Now)
	out := ExtractOut{NumberOfGuests: s.guests, Candidates: s.candidates}
	if s.place != "" {
		out.Location = &s.place
	}
	start, end := s.stay.Start, s.stay.End
	switch nights := time.Duration(s.nights) * day; {
	case nights == 0:
	case !start.IsZero() && end.IsZero():
		end = start.Add(nights)
	case start.IsZero() && !end.IsZero() && !end.Add(-nights).Before(now):
		start = end.Add(-nights)
	}
	if !start.IsZero() {
		out.StartDate = today(start)
	}
	if !end.IsZero() {
		out.EndDate = today(end)
	}
	out = out.complete(now)
	if s.nights > 0 && start.IsZero() && end.IsZero() {
		out.EndDate = today(dayOf(out.StartDate).Add(time.Duration(s.nights) * day))
	}
	return out
}

// listen hears a whole conversation.
func listen(in ExtractIn) (s said) {
	asked := "" // by the house, just before
	for _, m := range in.Messages {
		if m.Role == "user" {
			s.hear(m.Content, asked, dayOf(in.Now))
			asked = ""
		} else {
			asked = m.Content
		}
	}
	return s
}

// hear takes what one message says.
func (s *said) hear(text, asked string, now time.Time) {
	if name, all, ok := destination(text, asked, s.place, s.candidates); ok {
		s.place, s.candidates = name, all
	}
	s.hearStay(text, asked, now)
}

// hearStay takes what one message says of dates and party.
func (s *said) hearStay(text, asked string, now time.Time) {
	text = answered(text, asked)
	s.hearDates(text, now)
	before := s.guests
	if s.turns++; s.turns > 1 {
		before = cmp.Or(before, 2) // whom others join
	}
	if n, ok := staydate.PartyAfter(before, text); ok && n <= maxGuests {
		s.guests = n
	}
}

// numbers are one to ten in words, thrice.
var numbers = strings.Fields(`um dois tres quatro cinco seis sete oito nove dez
	one two three four five six seven eight nine ten
	uma duas tres cuatro cinco seis siete ocho nueve diez`)

// answered makes an answer to a question whole: "5", when the house has asked
// for how many nights, is "5 noites".
func answered(text, asked string) string {
	a, bare := lang.Fold(asked), strings.Trim(text, " .!")
	if n := slices.Index(numbers, lang.Fold(bare)); n >= 0 {
		bare = strconv.Itoa(n%10 + 1)
	}
	_, err := strconv.Atoi(bare)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(a, w) })
	}
	switch {
	case has("ate quando", "volta", "until when", "hasta cuando", "check out", "how long until"):
		if _, day, ok := strings.Cut(lang.Fold(text), "dia "); ok {
			bare = day
			_, err = strconv.Atoi(bare)
		}
		if err == nil {
			return "até dia " + bare
		}
	case err != nil:
	case has("noites", "nights", "noches", "quantos dias", "how long", "quanto tempo"):
		return bare + " noites"
	case has("quantas pessoas", "quantos", "quantas", "how many", "cuant"):
		return bare + " pessoas"
	case has("que dia", "qual dia", "quando", "which day", "what day", "when", "cuando"):
		return "dia " + bare
	}
	return text
}

func (s *said) hearDates(text string, now time.Time) {
	stay, dated := nextStay(s.stay, text, now)
	nights, measured := staydate.Nights(text)
	start, end := s.stay.Start, s.stay.End
	switch {
	case dated && within(stay, s.stay, text): // nothing new
	case dated && stay.Vague && s.nights > 0: // "5 dias", then "em julho"
		s.stay = staydate.Stay{Start: stay.Start, Loose: true}
	case dated && !stay.Start.IsZero() && !stay.End.IsZero():
		s.stay, s.nights = stay, 0
	case dated && !stay.Start.IsZero():
		// A stay that was given with its end keeps it, or else its length.
		switch {
		case measured:
			s.nights, end = nights, time.Time{}
		case s.stay.Vague:
			end = time.Time{}
		case start.IsZero() || end.IsZero() || stay.Start.Before(end) && (start.Before(stay.Start) || arrives(text)):
			if !end.After(stay.Start) {
				end = time.Time{}
			}
		default:
			end = stay.Start.Add(end.Sub(start))
		}
		s.stay = staydate.Stay{Start: stay.Start, End: end}
	case dated:
		if !start.Before(stay.End) || s.stay.Vague {
			start = time.Time{}
		}
		s.stay = staydate.Stay{Start: start, End: stay.End}
	case measured:
		s.nights, s.stay = nights, staydate.Stay{Start: start, Loose: s.stay.Vague || s.stay.Loose}
	}
}

func arrives(text string) bool {
	return containsAny(" "+lang.Fold(text), []string{"cheg", "comec", "a partir", "mud", "arriv", "lleg", "check in", "get there"})
}

// within reports whether what a message says of dates changes nothing of a stay
// that is known: it names the month of it, or a day of it on which to do something.
func within(said, known staydate.Stay, text string) bool {
	if known.Vague || known.Start.IsZero() || known.End.IsZero() || said.Start.IsZero() || said.Start.After(known.End) {
		return false
	}
	if said.Vague {
		return !said.Start.After(known.Start) && !said.End.Before(known.End)
	}
	visit := slices.Equal(named(text), []string{ListRestaurants}) || containsAny(" "+lang.Fold(text), []string{"tem ", "abre", "funciona", "is there ", "are there ", "open ", "hay ", "passeio"})
	return said.End.IsZero() && !said.Start.Before(known.Start) && visit && !arrives(text)
}

// nextStay reads the stay that a message speaks of after another one, but not
// when the guest will answer, "amanhã te confirmo", nor one that cannot be.
func nextStay(known staydate.Stay, text string, now time.Time) (staydate.Stay, bool) {
	if doubt(known, text, now) != "" || containsAny(" "+lang.Fold(text), []string{"te falo", "te confirmo", "te aviso", "te digo", "te respondo", "confirmo ", "aviso ", "let you know", "get back to you", "te cuento"}) {
		return staydate.Stay{}, false
	}
	return known.Next(text, now)
}

// complete fills in what nobody said, as the document does: four to five weeks
// from now, a week after the start or before the end, two guests.
func (o ExtractOut) complete(now time.Time) ExtractOut {
	now = dayOf(today(now))
	start, _ := time.Parse(time.DateOnly, o.StartDate)
	end, _ := time.Parse(time.DateOnly, o.EndDate)
	o.Assumed = slices.Clone(o.Assumed)
	assume := func(field string) {
		if !slices.Contains(o.Assumed, field) {
			o.Assumed = append(o.Assumed, field)
		}
	}
	switch {
	case start.IsZero() && end.IsZero():
		start, end = now.Add(4*week), now.Add(5*week)
		assume("startDate")
		assume("endDate")
	case end.IsZero():
		end = start.Add(week)
		assume("endDate")
	case start.IsZero():
		if start = end.Add(-week); start.Before(now) {
			start = now
		}
		if !start.Before(end) {
			end = start.Add(day)
		}
		assume("startDate")
	}
	o.StartDate, o.EndDate = today(start), today(end)
	if o.NumberOfGuests <= 0 {
		o.NumberOfGuests = 2
		assume("numberOfGuests")
	}
	return o
}

// destination returns where a message says that the guest goes, and the places
// it may be if there are several. known is where they were to go so far, and
// candidates are the places the house has just asked about. An empty name means
// that they do not want to go there any more.
func destination(text, asked, known string, candidates []string) (name string, all []string, ok bool) {
	if one := chosen(text, candidates); one != "" {
		return one, nil, true
	}
	mentions := gazetteer.Read(text)
	found := slices.DeleteFunc(slices.Clone(mentions), func(m gazetteer.Mention) bool {
		return m.Origin && !(known != "" && goesBack(text, m)) || dismissed(text[:m.From], text[m.To:]) || partOf(m, known)
	})
	weak := func(m gazetteer.Mention) bool { // "perto de SP", "sou a Márcia"
		before := lastWords(lang.Fold(text[:m.From]), 3)
		return m.Guess && (len(before) == 0 || !leads[before[len(before)-1]]) || slices.ContainsFunc(before, func(w string) bool { return near[w] })
	}
	if sure := slices.DeleteFunc(slices.Clone(found), weak); len(sure) > 0 || known != "" {
		found = sure
	}
	if len(found) > 0 {
		m := found[0]
		for _, next := range found[1:] {
			// "Rio de Janeiro, mas aliás Búzios", "Chile, Santiago".
			if corrects(text[m.To:next.From]) || m.Places[0].Contains(next.Places[0]) {
				m = next
			}
		}
		if len(m.Places) == 1 {
			return m.Places[0].Name, nil, true
		}
		for _, p := range m.Places {
			all = append(all, p.String())
		}
		return m.Places[0].Name, all, true
	}
	for _, m := range mentions {
		if m.Places[0].Name == known && shortlyAfter(" "+clause(text[:m.From], true)+" ", refusals) {
			return "", nil, true // they go there no more
		}
	}
	name = unknownPlace(text, known, asksWhere(asked))
	heard := func(m gazetteer.Mention) bool { return strings.Contains(lang.Fold(name), lang.Fold(m.Words)) }
	return name, nil, name != "" && !slices.ContainsFunc(mentions, heard)
}

// goesBack reports whether a mention is of a place that is wanted again, not of
// home: "não, volta pra Paris mesmo".
func goesBack(text string, m gazetteer.Mention) bool {
	before, after := lang.Fold(text[:m.From]), lang.Fold(text[m.To:])
	return strings.Contains(before, "volta") && (after == "" || after == "mesmo" || after == "entao") || strings.Contains(before, "back to") && (after == "" || after == "then")
}

// partOf reports whether a mention is of a quarter of the known town, or of the
// country that it is in.
func partOf(m gazetteer.Mention, known string) bool {
	town, _, _ := strings.Cut(known, ",")
	if slices.Contains(strings.Split(quarters[town], ", "), lang.Fold(m.Words)) {
		return true
	}
	at := gazetteer.Find(known)
	return len(at) == 1 && m.Places[0].Region == "" && m.Places[0].Contains(at[0])
}

// quarters are those that share their name with a town elsewhere.
var quarters = map[string]string{
	"Buenos Aires": "palermo, recoleta, san telmo, belgrano", "Lisboa": "belem, estrela, graca", "Santiago": "providencia, bellavista, las condes",
	"Cidade do México": "roma, condesa, polanco", "Los Angeles": "venice, santa monica, hollywood, beverly hills", "Londres": "richmond, chelsea, greenwich",
	"São Paulo": "santa cecilia, bela vista, liberdade, perdizes, santana", "Natal": "ponta negra", "Manaus": "ponta negra", "Recife": "boa viagem",
	"Florianópolis": "trindade, lagoa, campeche, santo antonio de lisboa", "Rio de Janeiro": "santa teresa, gloria, lapa, botafogo, flamengo, copacabana", "Salvador": "barra, rio vermelho, santo antonio", "Nova York": "manhattan, brooklyn, queens, chelsea, soho, long island",
}

// chosen returns the candidate that an answer names.
func chosen(text string, candidates []string) string {
	t := " " + lang.Fold(text) + " "
	for i, c := range candidates {
		for part := range strings.SplitSeq(c, ", ") {
			unique := !slices.ContainsFunc(slices.Delete(slices.Clone(candidates), i, i+1), func(o string) bool { return strings.Contains(o, part) })
			if unique && strings.Contains(t, " "+lang.Fold(part)+" ") {
				return c
			}
		}
	}
	return ""
}

// dismissed reports whether what stands around a name rules it out: it is
// refused, or of another time.
func dismissed(before, after string) bool {
	if no := clause(after, false); no == "nao" || no == "not" { // but "Gramado, não?"
		return true
	}
	before, after = " "+clause(before, true)+" ", " "+clause(after, false)+" "
	if shortlyAfter(before, refusals) || shortlyAfter(before, bygone) {
		return true
	}
	for _, w := range []string{" nao ", " not ", " don t "} {
		if _, rest, ok := strings.Cut(before, w); ok {
			words := strings.Fields(rest)
			// "não sei se Gramado", "não conheço Gramado" still want it.
			if len(words) <= 5 && !slices.ContainsFunc(words, func(w string) bool { return hedges[w] }) {
				return true
			}
		}
	}
	return slices.ContainsFunc(dismissals, func(w string) bool { return strings.HasPrefix(after, w) }) ||
		slices.ContainsFunc(past, func(w string) bool { return strings.Contains(after, w) })
}

// shortlyAfter reports whether a text ends shortly after one of the phrases:
// "em vez de ir a", but not "troca Gramado por".
func shortlyAfter(text string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool {
		_, rest, ok := strings.Cut(text, p)
		return ok && len(strings.Fields(rest)) <= 3 && !strings.Contains(" "+rest, " por ")
	})
}

// clause returns the last or the first clause of a text, folded.
func clause(text string, last bool) string {
	const marks = ".!?;,\n("
	if last {
		text = text[strings.LastIndexAny(text, marks)+1:]
	} else if i := strings.IndexAny(text, marks); i >= 0 {
		text = text[:i]
	}
	return lang.Fold(text)
}

var (
	refusals = []string{
		" em vez de ", " ao inves de ", " instead of ", " exceto ", " menos ", " sem ser ", " en vez de ", " no lugar de ", " trocar ", " troca ", " cancel ", " cancela ", " cancelar ",
		" esquece ", " esqueca ", " forget ", " desisti de ", " desistimos de ", " rather than ", " tirando ", " nem ", " skip ", " nada de ", " cansei de ", " enjoei de ",
	}
	bygone = []string{
		" aeroporto ", " airport ", " distancia ", " longe ", " how far ", " quanto tempo ", " parecido ", " igual ", " sou a ", " sou o ", " me chamo ", " my name is ", " aqui e a ", " aqui e o ", " fiquei ", " ficamos em ", " fui ", " fomos ", " estive ", " estivemos ", " viajei ", " conheci ", " went ", " stayed ", " visited ", " was in ", " were in ", " been ", " estuve ", " fuimos ", " comi ",
	}
	dismissals = []string{
		" nao rola ", " nao da ", " nao quero ", " nao serve ", " nao curto ", " nao curti ", " nao vai ", " nao mais ", " nao e ", " nao vale ", " nem pensar ", " ja conheco ", " ja conhecemos ", " ja fui ", " ja fomos ",
		" is out ", " is too ", " e muito ", " ta muito ", " esta muito ", " e longe ", " e caro ", " fica longe ", " ficou caro ", " muito ", " no me ", " too ",
	}
	past   = []string{" ano passado ", " mes passado ", " semana passada ", " ultima vez ", " last year ", " last month ", " last time ", " last summer ", " ano pasado ", " outra vez que "}
	hedges = lang.Set("sei conheco conhecemos conhece fui tenho temos tem vejo lembro consigo only so apenas know been sure have wait decidi")
)

func corrects(between string) bool {
	b := " " + lang.Fold(between) + " "
	if b == " por " { // "troca Gramado por Canela"
		return true
	}
	for _, w := range []string{"alias", "na verdade", "melhor", "quer dizer", "ops", "digo", "actually", "rather", "mejor", "mudei", "pensando bem", "prefiro", "preferimos", "prefer", "prefiero", "quero", "so que agora", " ficar em ", " ficando em ", "hospedad", "stay in", "staying in", " agora em ", "let's do"} {
		if strings.Contains(b, w) {
			return true
		}
	}
	return false
}

func asksWhere(asked string) bool {
	for _, w := range texts.All() {
		if strings.Contains(asked, w.Trip.Where) {
			return true
		}
	}
	// Only what is asked counts: a list says "Where to stay" too.
	asked, _, ask := strings.Cut(asked, "?")
	if !ask {
		return false
	}
	a := lang.Fold(asked[strings.LastIndexAny(asked, ".!:\n")+1:])
	for _, w := range []string{"para onde", "pra onde", "qual destino", "qual o destino", "qual cidade", "que cidade", "where", "which city", "a donde", "adonde"} {
		if strings.Contains(a, w) {
			return true
		}
	}
	return false
}

// unknownPlace returns a name that no list knows: one with a capital after a
// word that leads to a place, or what alone answers the question where. In a
// known town, "em Pinheiros" is likely a part of it.
func unknownPlace(text, known string, asked bool) string {
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i++ {
		if w := lang.Fold(words[i]); !leads[w] || known != "" && !moves[w] {
			continue
		}
		if name := properName(words[i+1:]); name != "" {
			return name
		}
	}
	if !asked || len(words) > 4 || strings.Contains(text, "?") && len(words) > 1 || len(named(text)) > 0 {
		return ""
	}
	for _, w := range words {
		if unlikely[lang.Fold(strings.Trim(w, ".,!?"))] || strings.ContainsFunc(w, unicode.IsDigit) {
			return ""
		}
	}
	if _, dated := staydate.Dates(text, time.Now()); dated {
		return ""
	}
	if _, many := staydate.Party(text); many {
		return ""
	}
	name := strings.Trim(text, " .,!?")
	if name == "" || len([]rune(name)) < 3 {
		return ""
	}
	return title(name)
}

// properName returns the words with a capital at the beginning, with small
// words between them.
func properName(words []string) string {
	var kept []string
	for _, w := range words {
		bare := strings.Trim(w, ".,!?;:")
		folded := lang.Fold(bare)
		small := slices.Contains([]string{"de", "da", "do", "das", "dos", "of", "del", "la", "e"}, folded)
		if bare == "" || small && len(kept) == 0 || !small && (!unicode.IsUpper([]rune(bare)[0]) || unlikely[folded]) {
			break
		}
		kept = append(kept, bare)
		if bare != w {
			break
		}
	}
	for len(kept) > 0 && unicode.IsLower([]rune(kept[len(kept)-1])[0]) {
		kept = kept[:len(kept)-1]
	}
	name := strings.Join(kept, " ")
	if len([]rune(name)) < 3 {
		return ""
	}
	return name
}

func title(name string) string {
	words := strings.Fields(name)
	for i, w := range words {
		if r := []rune(w); i == 0 || len(r) > 3 {
			words[i] = string(unicode.ToUpper(r[0])) + string(r[1:])
		}
	}
	return strings.Join(words, " ")
}

var (
	leads    = lang.Set("para pra pro em visitar conhecer to in visit a hacia")
	moves    = lang.Set("para pra pro visitar conhecer to visit hacia")
	unlikely = lang.Set(`oi ola hi hello hey sim nao no yes ok obrigado obrigada thanks hola gracias bom boa nao sei qualquer tanto faz ainda talvez
		eu nos voce me meu minha casal familia pessoas hotel pousada restaurante
		janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
		january february march april may june july august september october november december
		domingo segunda terca quarta quinta sexta sabado sunday monday tuesday wednesday thursday friday saturday
		praia praias beach beaches playa playas serra montanha montanhas mountain mountains sierra campo countryside interior exterior abroad litoral costa coast lugar lugares somewhere anywhere place algum alguma
		cidade city ciudad fora calor frio sol neve sun snow viajar travel viagem trip viaje
		natal carnaval reveillon pascoa christmas easter new year deus favor mim ti i we`)
)
