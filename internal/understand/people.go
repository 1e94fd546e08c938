package understand

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// person is somebody who is spoken of.
type person struct {
	from, to int // tokens
	name     string
	gone     bool // "minha falecida esposa"
	named    bool // "Ana"
}

// findPeople finds those who are called by what they are to the guest, with the
// words that tell them from others: "minha irmã mais nova", "my 3 year old son".
func (h *hearing) findPeople() {
	for i := 0; i < len(h.tokens); i++ {
		if !h.isKin(i) && !h.isOwned(i) && !h.isEldest(i) || ownWord[h.tokens[i].word] || h.has[i]&away != 0 {
			continue
		}
		from, to := i, i+1
		if h.isEldest(i) {
			to++
		}
		for h.isKin(to) {
			to++
		}
		for k := i; k > max(0, i-5); k-- {
			w := h.tokens[k-1].word
			if owning[w] || determining[w] {
				from = k - 1
				break
			}
			if ending[w] || w == "," || h.has[k-1]&(allergy|refuses) != 0 || linkers[w] || forWhom[w] {
				break
			}
		}
		for to < len(h.tokens) && (telling[h.tokens[to].word] || h.tokens[to].shape == number && to+1 < len(h.tokens) && telling[h.tokens[to+1].word] ||
			h.tokens[to].word == "de" && to+1 < len(h.tokens) && h.tokens[to+1].shape == number) {
			to++
		}
		if to < len(h.tokens) && h.tokens[to].shape == capital && h.thingAt(to) == nil {
			to++ // "minha filha Bia"
		}
		switch of := from - 1; {
		case from < i && determining[h.tokens[from].word] && belonging[h.tokens[from+1].word]: // "uma das crianças"
		case of > 0 && belonging[h.tokens[of].word] && oneOf[h.tokens[of-1].word]: // "una de las niñas"
			from -= 2
		case determining[h.tokens[from].word] && from < i && !h.isEldest(i):
			from++
		}
		for to > from+1 && (h.tokens[to-1].word == "s" || h.tokens[to-1].word == "de") { // "my wife's", "mi hijo de 7"
			to--
		}
		h.addPerson(from, to)
		i = max(i, to-1)
	}
	for i := 0; i < len(h.tokens); i++ {
		if h.inPerson(i) || !h.isName(i) && !h.isAged(i) {
			continue
		}
		from, to := i, i+1
		if h.isAged(i) {
			from = i - 2
			for years[h.next(to-1)] {
				to++
			}
		}
		for from > 0 && titles[h.tokens[from-1].word] {
			from--
		}
		for to < len(h.tokens) && h.tokens[to].shape == capital && !h.inPerson(to) && h.thingAt(to) == nil { // "Ana Paula"
			to++
		}
		is := person{from: from, to: to, named: true}
		if p := slices.IndexFunc(h.people, func(p person) bool { return p.to == from-1 && belonging[h.tokens[from-1].word] }); p >= 0 { // "a noiva do Beto"
			is = h.people[p]
			is.to = to
			h.people = slices.Delete(h.people, p, p+1)
		}
		is.name = h.text[h.tokens[is.from].from:h.tokens[is.to-1].to]
		h.people = append(h.people, is)
	}
	slices.SortFunc(h.people, func(a, b person) int { return a.from - b.from })
}

// Companions returns those of whom a message speaks: by what they are to the guest, or by
// name.
func (r *Reading) Companions(text string) (names []string) {
	for _, p := range hear(text, r.Spans).people {
		names = append(names, p.name)
	}
	for i := range r.Spans {
		s := &r.Spans[i]
		in := func(name string) bool { return strings.Contains(name, s.Text) } // "minha filha Bia"
		if s.Kind == "name" && !Introduces(text, s) && !slices.ContainsFunc(names, in) {
			names = append(names, s.Text)
		}
	}
	return names
}

// addPerson adds somebody; "colega de minha irmã" is one person.
func (h *hearing) addPerson(from, to int) {
	if n := len(h.people); n > 0 && h.people[n-1].to == from-1 && belonging[h.tokens[from-1].word] {
		from = h.people[n-1].from
		h.people = h.people[:n-1]
	}
	if at := from - 2; at > 0 && belonging[h.tokens[at+1].word] && determining[h.tokens[at-1].word] && to < len(h.tokens) && (h.isThird(to) || negating[h.tokens[to].word]) &&
		h.has[at] == 0 && h.thingAt(at) == nil && !notPeople[h.tokens[at].word] && !dishes[h.tokens[at].word] {
		from = at // "a professora do meu filho é"
	}
	gone := slices.ContainsFunc(h.has[from:to], func(r role) bool { return r&away != 0 })
	h.people = append(h.people, person{from, to, h.text[h.tokens[from].from:h.tokens[to-1].to], gone || h.staysHome(from, to), false})
}

// staysHome reports whether a person is said to be elsewhere: "deixamos os meninos em
// casa", "my son stayed home".
func (h *hearing) staysHome(from, to int) bool {
	near := func(from, to int, in map[string]bool) bool {
		from, to = max(from, 0), min(to, len(h.tokens))
		return slices.ContainsFunc(h.tokens[from:max(from, to)], func(t token) bool { return in[t.word] })
	}
	return near(to, to+5, home) && (near(to, to+2, staying) || near(from-3, from, leaving))
}

// isAged reports whether a number is the age by which somebody is called: "o de 9 é".
func (h *hearing) isAged(i int) bool {
	if i < 2 || h.tokens[i].shape != number || h.tokens[i-1].word != "de" || !articles[h.tokens[i-2].word] {
		return false
	}
	return years[h.next(i)] || h.acts(i+1)
}

// isEldest reports whether somebody is called by their age alone: "a mais nova".
func (h *hearing) isEldest(i int) bool {
	return i > 0 && i+1 < len(h.tokens) && h.has[i]&h.has[i+1]&eldest != 0 && (determining[h.tokens[i-1].word] || owning[h.tokens[i-1].word])
}

// isOwned reports whether a token is somebody by what is said of them: "meu zelador
// não come", "my landlord is".
func (h *hearing) isOwned(i int) bool {
	if i == 0 || i+1 >= len(h.tokens) || !owning[h.tokens[i-1].word] || h.tokens[i].shape == mark || h.has[i] != 0 || h.thingAt(i) != nil || notPeople[h.tokens[i].word] {
		return false
	}
	next := i + 1
	if next+2 < len(h.tokens) && h.tokens[next].word == "de" {
		next += 2 // "mi amiga de trabajo"
	}
	return h.isThird(next) || relating[h.tokens[next].word] || negating[h.tokens[next].word] && next+1 < len(h.tokens) && (eating[h.tokens[next+1].word] || third[h.tokens[next+1].word])
}

// isKin reports whether a token is a word for somebody: of "minha irmã não" irmã is.
func (h *hearing) isKin(i int) bool {
	if i >= len(h.tokens) || h.has[i]&kin == 0 {
		return false
	}
	w, before := h.tokens[i].word, ""
	if i > 0 {
		before = h.tokens[i-1].word
	}
	switch {
	case w == "mate" && !owning[before], negating[before], pronouns[before] && !owning[before], w == "bebe" && h.raw(i) == "bebe" && !owning[before] && !determining[before]:
		return false // "não bebe" is a verb, mate a drink
	}
	return !owning[w] && !determining[w] && !negating[w] && !unnamed[w] && (!third[w] || w == "son") && w != "e"
}

// raw is a token as the guest wrote it, in small letters.
func (h *hearing) raw(i int) string { return strings.ToLower(h.text[h.tokens[i].from:h.tokens[i].to]) }

// Introduces reports whether a message says that a name is the guest's, or is nothing
// else: a word with a capital letter may be anything.
func Introduces(message string, s *Span) bool {
	if s.From < 0 || s.To > len(message) || s.From > s.To {
		return false
	}
	before, after := tokens(message[:s.From]), tokens(message[s.To:])
	said := func(t token) bool { return t.shape != mark }
	if !slices.ContainsFunc(before, said) && !slices.ContainsFunc(after, said) {
		return true
	}
	if len(after) > 0 && third[after[0].word] && !strings.EqualFold(message[s.To+after[0].from:s.To+after[0].to], "e") { // "soy vegano y Ana es celíaca"
		return false
	}
	if end := strings.LastIndexAny(message[:s.From], ".!?;\n"); end >= 0 { // of another sentence
		before = tokens(message[end:s.From])
	}
	before = slices.DeleteFunc(before, func(t token) bool { return !said(t) })
	if n := len(before); n > 0 && joined[before[n-1].word] && !linkers[before[n-1].word] { // "I'm with Pedro"
		return false
	}
	return slices.ContainsFunc(before[max(0, len(before)-4):], func(t token) bool { return introducing[t.word] })
}

var introducing = lang.Set("nome nombre name chamo chamar chame chamem chama llamo llama llamen llamar llamame call called sou soy am im m aqui aca fala escreve habla this")

func (h *hearing) inPerson(i int) bool {
	return slices.ContainsFunc(h.people, func(p person) bool { return p.from <= i && i < p.to })
}

// named reports whether somebody is spoken of between two tokens.
func (h *hearing) named(from, to int) bool {
	return slices.ContainsFunc(h.people, func(p person) bool { return p.from >= from && p.from < to }) ||
		slices.ContainsFunc(h.tokens[from:to], func(t token) bool { return first[t.word] || pronouns[t.word] })
}

// isThird reports whether a token is a verb of the third person: "é" is, "e" is not.
func (h *hearing) isThird(k int) bool {
	t := &h.tokens[k]
	return third[t.word] && (t.word != "e" || h.text[t.from:t.to] != "e" && h.text[t.from:t.to] != "E")
}

func (h *hearing) next(k int) string {
	if k+1 < len(h.tokens) {
		return h.tokens[k+1].word
	}
	return ""
}

// together returns a person with those whom "e" joins: "meu marido e meu filho".
func (h *hearing) together(p int) []string {
	all := []string{h.people[p].name}
	for {
		at := h.people[p].from
		for at > 0 && determining[h.tokens[at-1].word] {
			at--
		}
		switch {
		case at < 2 || !linkers[h.tokens[at-1].word] && h.tokens[at-1].word != ",":
			return all
		case myself[h.tokens[at-2].word]:
			return append([]string{""}, all...)
		case p == 0 || h.people[p-1].to != at-1 || len(all) == 1 && h.tokens[at-1].word == "," && h.people[p].named != h.people[p-1].named: // "a Bia, minha filha"
			return all
		}
		p--
		all = append([]string{h.people[p].name}, all...)
	}
}

// withMe returns the guest with those whom "e" joins to them: "meu marido e eu".
func (h *hearing) withMe(me int) []string {
	if me > 1 && linkers[h.tokens[me-1].word] {
		if p := slices.IndexFunc(h.people, func(p person) bool { return p.to == me-1 }); p >= 0 {
			return append([]string{""}, h.together(p)...)
		}
	}
	return []string{""}
}

// Small words of the three languages.
var (
	ending      = lang.Set(". ! ? ;")
	linkers     = lang.Set("e and y & nem ni or ou")
	contrasting = lang.Set("mas but pero porem so although embora porque because pois pq xq cuz")
	belonging   = lang.Set("de do da dos das del of")
	staying     = lang.Set("ficou ficaram fica stayed stays staying quedo quedaron queda")
	leaving     = lang.Set("deixei deixamos deixou left deje dejamos dejo")
	home        = lang.Set("casa home")
	males       = lang.Set("ele he him lo")
	females     = lang.Set("ela she her ella")
	speaking    = lang.Set("disse diz falou fala avisou contou said says told dice dijo")
	everybody   = lang.Set("gente resto maioria mesa casa outro outra outros outras maior menor mesmo mesma que quem conta cozinha")
	paying      = lang.Set("pagar paga pagam pay pays paying pagan pago dividir split rachar")
	putting     = lang.Set("poe por ponha ponham bota bote botem botar coloca coloque coloquem colocar put add adding ponga pongas pongan poner eche echen echar")
	joined      = lang.Set("com con with e and y")
	ownOne      = lang.Set("meu minha mine mio mia dela dele hers his")
	coming      = lang.Set("vou vai vao vamos voy va van will won going gonna wont")
	linking     = lang.Set(", e and y ou or nem ni a ao aos as o os to the el la los las al de do da dos das com con with any qualquer nenhum nenhuma cualquier tudo que tem tipo nada all and/or / comer eat have drink beber tomar : (")
	preposed    = lang.Set("a ao aos as o os to the al la los las el")
	owning      = lang.Set("her his their meu minha meus minhas nosso nossa nossos nossas my our mi mis nuestro nuestra nuestros nuestras su seu sua")
	determining = lang.Set("a o as os the el la los las um uma un una an")
	ownWord     = lang.Set("casal grupo familia family familia couple infantil kids")
	telling     = lang.Set("dela dele deles delas mais velho velha novo nova anos ano meses mes old year mayor menor pequeno pequena pequena chico chica")
	first       = lang.Set("eu i yo me mim sou soy tenho tive tuve tengo am im estou estoy fico sofro posso puedo como bebo tomo evito consigo virei nos we somos temos tenemos comemos podemos")
	we          = lang.Set("nos us we nosotros somos temos comemos podemos tenemos")
	third       = lang.Set("e eh is s has tem es tiene esta are sao son ta fica pode puede come comem comen eats doesn doesnt tienen podem pueden")
	singular    = lang.Set("e eh is has es tiene doesn doesnt")
	pronouns    = lang.Set("ele ela eles elas he she they ella ellos ellas him her them")
	myself      = lang.Set("eu i yo me mim")
	someone     = lang.Set("alguem someone somebody alguien pessoa person persona")
	drinking    = lang.Set("bebo bebe bebem bebemos beben bebi beber drink drinks drinking bebendo bebiendo")
	definite    = lang.Set("the o a os as el la los las este esta este esse essa")
	having      = lang.Set("have eat comer tomar beber provar pedir get order probar drink try")
	conditional = lang.Set("se si if caso quando cuando whenever")
	pointing    = lang.Set("da do das dos pela pelo the la el las los del")
	relating    = lang.Set("que who")
	notPeople   = lang.Set("boca garganta pele estomago barriga lingua corpo intestino rim cara mouth throat skin stomach tongue body face piel lengua cuerpo panza medico medica doctor doctora nutricionista nutri nefro cardio gastro endocrino pediatra religiao religion igreja iglesia church dieta diet mesa table quarto room pedido order conta bill cuenta reserva booking nome name nombre pressao presion blood orcamento budget presupuesto caso case problema problem acucar azucar sugar glicose alergia allergy prato plato dish ideia idea casa house coracao heart corazon")
	oneOf       = lang.Set("um uma uno una one other outro outra otro otra dois duas two tres three dos cuatro quatro four")
	none        = lang.Set("ninguem nobody nadie nenhum nenhuma none ninguno ninguna noone")
	eating      = lang.Set("como come comemos comem comen comer eat eats eating posso pode podemos podem puede puedo pueden toca toco touch touches consumo consome consume prueba pruebo take takes toma tomo tomam toman tomamos tolerate digest digiere toleramos aguenta aguento tolera tolero digere digiero bebo bebe bebem bebemos beben drink drinks")
	negating    = lang.Set("nao n no not wont cant cannot nunca never nem sem without sin nenhum nenhuma isn isnt aren arent don dont doesn doesnt tampoco jamais ninguem nobody nadie")
	counting    = lang.Set("um uma dois duas tres quatro one two three four un una uno dos cuatro 1 2 3 4 5 6 alguns algumas some algunos varios several")
	dishes      = lang.Set("algo prato pratos opcao opcoes comida cardapio menu dish dishes food option options something anything plato platos opcion opciones carta receita versao version sobremesa dessert postre cerveja beer cerveza restaurante restaurant restaurantes restaurants lugar place pizza hamburguer burger queijo vinho")
	supposing   = lang.Set("fosse were tivesse fuera tuviera imagina imagine suponha supondo suppose supongamos hipoteticamente hypothetically digamos seria would finge pretend")
	absent      = lang.Set("vem vai coming viene veio came here aqui casa home mora lives vive")
	within      = lang.Set("em en in na nas nos longe fora far lejos abroad")
	absentAlone = lang.Set("mora lives vive")
	ended       = lang.Set("era was tinha used tenia")
	containing  = lang.Set("tem leva vai leve have has contain contains contiene lleva llevan levam made feito feita com con with sem sin without hay there any trae traz usa use uses")
	hosting     = lang.Set("na nos nas do da dos das desse dessa deste desta in on en del algum alguma alguns algumas any some algun alguna um uma un una a another outro outra otro otra que cual which qual")
	tolerating  = lang.Set("aguenta aguento tolera tolero toleramos toleran digere digiere digiero digiro tolerate tolerates digest digests")
	unnamed     = lang.Set("can cant t will would que who")
	forWhom     = lang.Set("pra pras pro pros para for")
	lacking     = lang.Set("sem sin without no nada nothing zero pouco pouca poco poca low menos less little bajo baixo baja baixa free libre livre nem ni evitar evita evite avoid")
	following   = lang.Set("free zero fora out off")
	small       = lang.Set("quanto quantos cuanto cuantos how where onde donde qual cual quien why when quando cuando o a e que quem what who there it this that isso esse essa aqui esto este esta hay tem the")
	vague       = lang.Set("nada nothing tudo everything todo alguma algumas algum alguns something anything algo coisa coisas cosa cosas things food comida alimento gente people pessoas voce you isso esse essa that this trabalho work segunda monday muita muito very certain certos")
)
