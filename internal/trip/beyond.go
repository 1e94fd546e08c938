package trip

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/choice"
	"github.com/maitre-dev/maitre/internal/gazetteer"
	"github.com/maitre-dev/maitre/internal/staydate"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
)

// beyond are what guests ask of a trip that no tool finds, and how words for it
// begin, folded. Of the features of a lodging nothing is known.
var beyond = []struct {
	topic string
	words []string
}{
	{"transport", strings.Split("voo ,voos ,passagem,passagens,aviao,aere,onibus,rodoviaria,aluguel de carro,alugar carro,alugar um carro,transfer ,uber ,taxi,como chegar,como eu chego,como chego,flight,airfare,plane ,airline,bus ,buses,train ,trains,car rental,rent a car,rental car,get there,vuelo,pasaje,avion,autobus,alquilar un auto,alquiler de auto,como llegar,como llego", ",")},
	{"weather", strings.Split("clima,previsao,temperatura,chov,chuva,faz frio,faz calor,esta frio,esta calor,e frio,e quente,neva ,neve ,vento ,tempo la ,tempo em ,tempo no ,weather,forecast,rain,snow,how hot,how cold,is it hot,is it cold,sunny,hace frio,hace calor,llueve,lluvia,pronostico,nieva", ",")},
	{"booking", strings.Split("reserva pra,reserva para,reserva ai,reserva esse,reserva o,reserva a,reserva pf,reserva por,reservar,reserve ,faz a reserva,faca a reserva,fazer a reserva,fazer reserva,book ,booking,make a reservation,reservame,reserveme,haz la reserva,haga la reserva,hacer la reserva", ",")},
	{"features", strings.Split("piscina,cafe da manha,estacionamento,garagem,vaga ,wifi,wi fi,internet,ar condicionado,pet ,pets ,aceita cachorro,aceita animal,academia,spa ,sauna,hidro,banheira,jacuzzi,churrasqueira,lareira,vista ,beira mar,beira da praia,frente para o mar,frente pro mar,pe na areia,na praia,perto d,pertinho d,mais perto,longe d,no centro,bem localizad,localiza,acessivel,acessibilidade,cadeirante,elevador,berco,all inclusive,tudo incluso,kids club,recreacao,pool,breakfast,parking,air condition,gym ,hot tub,sea view,ocean view,view ,beachfront,near ,close to,closest,on the beach,far from,downtown,city center,pet friendly,wheelchair,crib,fireplace,kitchenette,alberca,desayuno,estacionamiento,cochera,mascota,aire acondicionado,gimnasio,cerca de,cerca del,lejos de,en la playa,frente al mar,en el centro,todo incluido", ",")},
	{"sights", strings.Split("praia,passeio,o que fazer,que fazer,o que tem para fazer,o que tem pra fazer,o que visitar,ponto turistico,pontos turisticos,turismo,atrac,museu,trilha,cachoeira,parque,balada,vida noturna,festa,compras,mergulho,surf,things to do,what to do,what to see,sights,sightseeing,attraction,beach,museum,tour ,tours ,nightlife,hike,hiking,shopping,que hacer,que ver,playa,excursi,museo,paseo,vida nocturna,atraccion", ",")},
}

// topics returns those of the last message, unless a tool is for one of them.
func (s State) topics() (all []string) {
	text, _ := lastSaid(s.Messages)
	folded := plainWords(text)
	if containsAny(folded, seeking) {
		folded = breakfasts.Replace(folded)
	}
	for _, t := range tools[2:] {
		if containsAny(folded, t.words) {
			return nil
		}
	}
	for _, b := range beyond {
		if containsAny(folded, b.words) && !(b.topic == "sights" && slices.Contains(all, "features")) {
			all = append(all, b.topic)
		}
	}
	return all
}

// aside answers a message that asks for nothing a list would show, when the
// guest has the list before them: the same one again is no answer. What is of
// no topic is left to a model, if there is one, which may see more in it.
func (s State) aside(byRule bool) (text string, ok bool) {
	message, _ := lastSaid(s.Messages)
	kinds, _ := kindsOf(message)
	night, person := budgetOf(message)
	if o := s.order(); len(s.Listed.all()) == 0 || s.News || o.cheap || o.seen != nil || len(kinds) > 0 || containsAny(plainWords(message), anyKind) || night+person > 0 || unlimited.MatchString(lang.Fold(message)) {
		return "", false
	}
	words := &voice.In(s.Language).Trip
	if topics := s.topics(); len(topics) > 0 {
		more := named(withoutFeatures(message)) // a shorter list than that of before is news too
		return words.Beyond[topics[0]], len(more) == 0 || slices.Equal(more, s.Listed.tools())
	}
	if containsAny(plainWords(message), content) {
		return words.Next, byRule && s.aimless(message)
	}
	return words.Beyond[""], byRule && s.aimless(message)
}

// aimless reports whether a message has nothing in it that the rules know.
func (s State) aimless(message string) bool {
	yes, _ := choice.Read(message, nil)
	_, dated := staydate.Dates(message, s.Timestamp)
	_, many := staydate.Party(message)
	_, long := staydate.Nights(message)
	return !yes.Yes && !dated && !many && !long && len(named(message)) == 0 && len(gazetteer.Read(message)) == 0 && !containsAny(plainWords(message), again)
}

// tools are those whose lists the guest has.
func (l Listed) tools() (all []string) {
	for _, x := range l.all() {
		if !slices.Contains(all, x.tool) {
			all = append(all, x.tool)
		}
	}
	return all
}

// withoutFeatures cuts what is said of a lodging out of a text, for a hotel with
// breakfast is nowhere to eat.
func withoutFeatures(text string) string {
	text = plainWords(text)
	for _, b := range beyond {
		for _, w := range b.words {
			if b.topic == "features" {
				text = strings.ReplaceAll(text, " "+w, " ")
			}
		}
	}
	return text
}

var (
	// seeking are words of who looks for a place to have breakfast.
	seeking    = []string{"onde ", "where ", "donde ", "tomar ", "lugar para", "lugar pra", "place", "spot"}
	breakfasts = strings.NewReplacer(" cafe da manha", " ", " breakfast", " ", " desayuno", " ")
	// content are how words begin of who likes what they see.
	content = []string{"gost", "ador", "amei", "perf", "otim", "legal", "maravilh", "obrig", "obg", "valeu", "thank", "great", "nice", "love", "like", "cert", "fechado", "combinad", "graci", "genial", "bacana", "top ", "show de bola", "massa "}
	// again are how words begin that ask for a list, whatever it has.
	again = []string{"quanto", "preco", "price", "how much", "cuanto", "mostr", "lista", "opc", "option", "opcion", "de novo", "again", "otra vez", "show", "list", "see ", "ver ", "suger", "sugest", "suggest", "recom", "indic", "quais", "o que tem", "repet", "repeat", "muestr", "manda ", "alternativ", "ideia", "idea", "dica", "tips", "continu", "segue", "go on", "e ai ", "viagem", "viaje ", "trip ", "pacote", "complet"}
)
