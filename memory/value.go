package memory

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

//go:embed words/lists.txt
var listsText string

// lists are those of words/lists.txt by their names.
var lists = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for name, words := range entries(listsText) {
		if all[name] == nil {
			all[name] = map[string]bool{}
		}
		all[name][lang.Fold(words)] = true
	}
	return all
})

// list cuts what follows a phrase into things: "camarão, lula nem polvo". It
// ends where the next thing told begins.
func (s *sentence) list(from, limit int, than bool) []span {
	var all []span
	i := from
	limit = min(limit, len(s.tokens))
	for i < limit && len(all) < 12 {
		first := i
		if len(all) > 0 && (s.tokens[i].word == "na" || s.tokens[i].word == "no") && s.tokens[i-1].stop == comma {
			break // "odeio azeitona, na pizza então"
		}
		for i < limit && s.leads(i) {
			i++
		}
		end := i
		for end < limit {
			w := s.tokens[end].word
			if joints[w] || future(s.tokens[end].text) || ending[w] && !(w == "pelo" && s.wordAt(end+1) == "de") && !(w == "pena" && s.wordAt(end-1) == "de") || w == "ta" && end > i || w == "para" && (infinitive(s.wordAt(end+1)) || leading[s.wordAt(end+1)] && strings.HasSuffix(s.wordAt(end+1), "r")) || gerund(w) && people[s.wordAt(end-1)] == nobody || end > i && links[w] && manners[s.wordAt(end+1)] || end-i >= 7 || w == "…" || (end > i && than && comparing[w] && !alongside[s.wordAt(end+1)]) {
				break
			}
			end++
			if s.tokens[end-1].stop > goesOn {
				break
			}
		}
		if end == i || len(all) > 0 && end < limit && s.tokens[end-1].stop == goesOn && (verbs[s.tokens[end].word].known || s.tokens[end].word == "nao" || s.tokens[end].word == "nunca" || s.tokens[end].word == "jamais") && s.tokens[first-1].stop == comma {
			break // "de van, o carro tá na oficina"
		}
		if len(all) > 0 && granting[s.tokens[end-1].word] && !s.any(first, end, denials) {
			break // "não como carne, peixe sim"
		}
		all = append(all, span{i, s.trim(i, end)})
		switch {
		case s.tokens[end-1].stop == comma && asides[s.wordAt(end)]:
			return all
		case s.tokens[end-1].stop == comma || s.tokens[end-1].stop == colon:
			i = end
		case end < limit && s.tokens[end-1].stop == goesOn && joints[s.tokens[end].word]:
			i = end
		default:
			return all
		}
	}
	return all
}

// leads reports whether a word only leads to a thing: "prefiro andar de trem".
func (s *sentence) leads(i int) bool {
	w := s.tokens[i].word
	next := s.wordAt(i + 1)
	return leading[w] && !(w == "pelo" && next == "de" || w == "a" && next == "pe" || w == "drink" && (next == "com" || next == "de")) || joints[w] || w == "andar" && links[s.wordAt(i+1)]
}

// future reports what somebody will do: "e nos acompanhará".
func future(text string) bool {
	return ends(text, 3, "ará", "erá", "irá", "arei", "erei", "irei", "aremos", "eremos", "iremos") && text[0] > 'Z'
}

// gerund reports what somebody is doing: no thing.
func gerund(word string) bool { return ends(word, 2, "ando", "endo", "indo") }

// trim leaves out what no thing ends with.
func (s *sentence) trim(from, to int) int {
	for to > from && (trailing[s.tokens[to-1].word] && !strings.HasSuffix(s.tokens[to-1].text, "ará") || s.tokens[to-1].text == "" && links[s.tokens[to-1].word]) {
		to--
	}
	return to
}

// food finds what is eaten or drunk at the beginning of a span, and where it
// ends: "peixe cru" of "peixe cru nem pensar".
func (s *sentence) food(p span, known func(string) bool) (span, bool) {
	if p.to <= p.from || infinitive(s.tokens[p.from].word) || lists()["jokes"][s.tokens[p.from].word] || lists()["jokes"][s.words(p)] {
		return p, false
	}
	n := 0
	for k := min(4, p.to-p.from); k > 1 && n == 0; k-- {
		if whole := (span{p.from, p.from + k}); known(s.words(whole)) && s.exactly(whole) {
			n = k // "noz-moscada", "bee stings"
		}
	}
	for k := 1; k <= min(3, p.to-p.from) && n == 0; k++ {
		if known(s.words(span{p.from, p.from + k})) {
			n = k
		}
	}
	if n == 0 {
		return p, false
	}
	if n > 1 && !s.startsFood(span{p.from, p.from + n}) { // "boa cerveja", not "DR no jantar"
		p.from++
		n--
		if rest := (span{p.from, p.from + n}); links[s.tokens[p.from].word] || !known(s.words(rest)) || !s.startsFood(rest) {
			return p, false
		}
	}
	end := p.from + n
	for end < p.to {
		w := s.tokens[end].word
		switch {
		case links[w] && (end+1 >= p.to || manners[s.tokens[end+1].word] || times[s.tokens[end+1].word] || s.isDigits(end+1)):
		case degrees[w] && end+1 < p.to && adjectives[s.tokens[end+1].word]:
			end += 2
			continue
		case links[w]:
			end++
			for end+1 < p.to && links[s.tokens[end].word] {
				end++
			}
			end++
			continue
		case adjectives[w], known(w), !times[w] && !ending[w] && !trailing[w] && people[w] == nobody && w != "comigo" && !preterite(w) && len(ontology.Default().Read(w)) > 0:
			end++
			continue
		}
		break
	}
	return span{p.from, s.trim(p.from, end)}, true
}

// preterite reports words such as sumiu, that end what they are said of.
func preterite(word string) bool { return ends(word, 0, "iu", "ou", "eu", "ei") }

// startsFood reports whether a span that is food is so from its first word on.
func (s *sentence) startsFood(p span) bool {
	words := s.words(p)
	if lists()["reactive"][words] || lists()["foods"][words] || adjectives[s.tokens[p.from].word] {
		return true
	}
	found := ontology.Default().Read(words)
	return len(found) > 0 && strings.HasPrefix(found[0].Words, s.tokens[p.from].word) && edible(found[0].Words)
}

// infinitive reports words such as esperar: what one likes to do is no thing.
func infinitive(word string) bool {
	return len(word) <= 12 && ends(word, 3, "ar", "er", "ir") && !lists()["ambience"][word] && !lists()["lodging"][word] && !edible(word)
}

// edible reports whether words are food or drink, or what people react to.
func edible(words string) bool {
	return lists()["reactive"][words] || lists()["foods"][words+"s"] || eaten(words)
}

// eaten reports whether words are food or drink.
func eaten(words string) bool { return lists()["foods"][words] || isFood(words) }

// roots are the ontology's concepts that what one eats has in it.
var roots = sync.OnceValue(func() []int {
	o := ontology.Default()
	var all []int
	for name := range strings.FieldsSeq(`carne pescado peixe frutos_mar laticinio queijo ovo mel amendoim oleaginosa soja gluten massa pao arroz feijao grao vegetal verdura fruta tuberculo tempero erva especiarias molho
		acucar doce picante frito chocolate cogumelo coco tomate milho dende embutido miudos gergelim mostarda coentro cebola alho levedura gordura industrializado conserva`) {
		if id, ok := o.ID(name); ok {
			all = append(all, id)
		}
	}
	return all
})

func isFood(words string) bool {
	d := ontology.Default().Describe(words)
	return foodOf(&d)
}

func foodOf(d *ontology.Description) bool {
	return d.Kinds&(ontology.Comida|ontology.Bebida) != 0 && d.Kinds&(ontology.Passeio|ontology.Estatistica) == 0 || slices.ContainsFunc(roots(), d.Has)
}

// class is the key a liked or disliked thing has: food, drink, ambience,
// lodging or transport; "" if it is none of them.
func class(words string) string {
	all := strings.Fields(words)
	if len(all) == 0 || infinitive(all[0]) && !lists()["transport"][all[0]] {
		return ""
	}
	first := foodOrDrink(all[0])
	for _, end := range [...]string{"zinho", "zinha", "inho", "inha"} { // "pousadinha"
		if stem, ok := strings.CutSuffix(strings.TrimSuffix(all[0], "s"), end); ok && len(stem) > 2 && first == "" {
			if name := cmp.Or(listed([]string{stem}), listed([]string{stem + end[len(end)-1:]})); name != "" {
				return name
			}
		}
	}
	for i := range all {
		if name := listed(all[i:]); name != "" {
			return name
		}
		if first != "" {
			break
		}
	}
	if k := foodOrDrink(words); k != "" || first != "" {
		return cmp.Or(k, first)
	}
	if ontology.Default().Kinds(words)&ontology.Hospedagem != 0 {
		return "lodging"
	}
	return ""
}

// listed is the list that words begin with a thing of.
func listed(words []string) string {
	for _, name := range [...]string{"transport", "lodging", "ambience"} {
		l := lists()[name]
		if one, plural := strings.CutSuffix(words[0], "s"); l[words[0]] || plural && len(one) > 2 && l[strings.TrimSuffix(one, "e")] {
			return name
		}
		for n := 2; n <= min(3, len(words)); n++ {
			if some := strings.Join(words[:n], " "); l[some] || l[strings.TrimSuffix(some, "s")] {
				return name
			}
		}
	}
	return ""
}

func foodOrDrink(words string) string {
	if lists()["jokes"][words] {
		return ""
	}
	d := ontology.Default().Describe(words)
	if d.Kinds&ontology.Bebida != 0 && d.Kinds&ontology.Comida == 0 || drinks[words] {
		return "drink"
	}
	if lists()["foods"][words] || foodOf(&d) {
		return "food"
	}
	return ""
}

// proper reads a name: words with capitals, or, if loose is set, the first
// word whatever it is. A place may be in lower case if it is known.
func (s *sentence) proper(from int, loose bool) (span, bool) {
	if from >= len(s.tokens) || from > 0 && s.tokens[from-1].stop >= comma {
		return span{}, false
	}
	end := from
	for end < len(s.tokens) && end-from < 6 {
		t := s.tokens[end]
		joint := end > from && (t.word == "de" || t.word == "da" || t.word == "do" || t.word == "dos" || t.word == "das") && end+1 < len(s.tokens) && s.tokens[end+1].name
		if !t.name && !joint && !(end > from && strings.HasPrefix(t.text, "d'")) || t.text == "" {
			break
		}
		end++
		if t.stop > goesOn {
			break
		}
	}
	if end > from {
		return span{from, end}, true
	}
	t := s.tokens[from]
	if loose && len(t.word) > 2 && !ending[t.word] && !leading[t.word] && t.word[0] > '9' && t.word != "…" {
		return span{from, from + 1}, true
	}
	return span{}, false
}

// place reads the name of a place.
func (s *sentence) place(from int, loose bool) (span, bool) {
	if spots[s.wordAt(from)] && links[s.wordAt(from+1)] {
		if p, ok := s.place(from+2, false); ok {
			return span{from, p.to}, true // "aeroporto de Guarulhos"
		}
	}
	for n := min(4, len(s.tokens)-from); n > 0; n-- {
		if lists()["places"][s.words(span{from, from + n})] {
			if p, ok := s.proper(from, false); ok && p.to > from+n {
				return p, true // "Belém do Pará"
			}
			return span{from, from + n}, true
		}
	}
	p, ok := s.proper(from, loose)
	if ok && notPlaces[s.tokens[p.from].word] {
		return p, false
	}
	return p, ok
}

var (
	// Words at the edges of a thing that are no part of it, and words at which it
	// ends.
	leading = set(`a o as os um uma uns umas the an de do da dos das em no na nos nas ao aos com e ou nem muito bem mais qualquer nenhum nenhuma todo toda todos todas tipo tudo some any to of por pela pelo
		num numa nuns tira comer beber tomar ficar sentar viajar dormir me pedir ir hospedar jantar almocar estar eating drinking eat drink sitting sit stay staying travel traveling travelling have having my meu minha meus minhas
		mesmo sempre so apenas only especially principalmente really very el la los las un una outros outras demais inteiramente nada todos anything containing contendo`)
	trailing = set(`a o e de do da em no na com para por que muito demais tambem mesmo sempre viu ta ne ok mano cara gente moca moco too so much at all anymore aqui ai agora obrigado obrigada valeu please favor hoje
		amanha tonight today kkk haha rs ja nao ainda and or the to bastante inclusive tanto ein hein tarde bjs abs pfv pf mais então entao either though lol sim yes infelizmente unfortunately tb`)
	ending = set(`mas porem porque pois entao quando se que onde desde sou estou tenho é tem sao era vou vamos quero queria gostaria pode posso poderia podem preciso precisa me te voces voce eu ele ela eles elas
		obrigado favor alem apesar inclusive principalmente menos exceto but because so when if that which who i we you my please can could is are have would since though than como nao nunca
		minha meu meus minhas nossa nosso pelo pela ate hoje amanha vai vem ser estar tambem too he she they his her it its este esse essa esta isso somos temos anota anote salva avisa especially except
		faz fico fica dai tive fui ja sempre jamais ainda only am was were will has had not never for faz mesmo tipo just tonight today tomorrow nessa nesta dessa desta neste nesse
		evito evita prefiro adoro amo odeio detesto gosto gostamos curto moro trabalho reserva reservar tomo bebo alguma algum acho achei pena what does any bora traz manda pls entendeu muy`)
	joints = set("e ou nem and or nor y ni")
	links  = set("de do da dos das com sem no na em ao a à para of with in by without the o perto longe on from near")

	// asides are words that go on with a thing after a comma rather than name
	// another.
	asides = set("so no then entao longe perto com sem muito muita demais with without far close near sempre")

	// alongside are words that go on with a thing: "música ao vivo".
	alongside = set("vivo ar lado redor ponto forno vapor alho mar sol pe")

	// comparing are words such as the a of "prefiro pousada a hotel".
	comparing = set("a ao aos to over than rather ante as")

	// Words that tell how, not what: "de jeito nenhum", "bem amarga".
	manners = set("jeito forma modo verdade nada novo vez hipotese maneira fato cara ficha cadastro perfil registro sistema tudo isso geral nenhum dieta alimentacao rotina")
	degrees = set("bem mal muito mais super")
	times   = set("segunda terca quarta quinta sexta sabado domingo domingos fds weekends weekend weekdays mondays fridays saturdays sundays semana passada passado ano mes manha noite dia tarde cedo natal festa verao inverno infancia crianca pequeno pequena familia trabalho restaurante bar hotel grave severa seria forte moderada leve")

	adjectives = set(`vermelha branca branco tinto cru crua crus frito frita fritos fritas cozido cozida seco seca verde verdes amarelo amarela vermelho integral fresco fresca picante apimentada apimentado forte gordurosa
	gorduroso gordurosas passada passado defumado artesanal artesanais gelada gelado quente amarga amargo doce doces leve encorpado suave natural organico organica puro pura coado expresso processada processado refinado maturada ardida pesada pesadas
	food foods dishes wine beer meat fish milk nuts raw fried spicy red white greasy sauce oil products juice seeds cheese`)
	drinks    = set("gelo ice refrigerante refri soda agua water suco juice cha tea leite milk drink drinks bebida bebidas vinho wine cerveja beer chope chopp gin whisky vodka cachaca caipirinha espumante ipa stout pilsen lager tequila rum coquetel coqueteis cocktails cocktail")
	spots     = set("rua avenida av alameda praca largo rodovia marginal aeroporto rodoviaria praia bairro estacao porto ilha serra regiao interior litoral centro zona vila cidade")
	notPlaces = set(`estrada boa apartamento casa predio frente rua sozinho sozinha longe perto condominio familia bairro uma um cidade interior mesa duvida casal recepcao lobby hotel quarto praia restaurante bar trabalho
	carro onibus transito ferias paz duas tres dois fila porta aeroporto caminho minha meu esse essa este esta aqui ai la hurry bed love town a the meio tipo jantar ver pedir comer reuniao banho outro outra
	escritorio home office turno noite area empresa banco escola hospital shopping loja segunda terca quarta quinta sexta sabado domingo janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
	esperar querer levar fazer provar dormir sair passear quer favor nao sim tudo nada mais menos my our your vegetariano vegano`)
)

// Edible reports whether a value names food or drink, and not a way to eat.
func Edible(value string) bool { return edible(lang.Fold(value)) && !understand.IsState(value) }

// Limit returns what a way to eat or a state asks of what somebody has, in a language:
// "pouco sal" of "hipertensa"; "" if it says so itself.
func Limit(value string, l lang.Language) string { return understand.Limit(value, l) }
