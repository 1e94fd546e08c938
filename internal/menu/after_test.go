package menu

import (
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
)

// says has a guest say one thing after the other.
func (tb *table) says(messages ...string) (s *State) {
	tb.t.Helper()
	var said []Line
	for _, m := range messages {
		s = tb.turn(s, m, State{History: said})
		said = append(said, Line{"user", m}, Line{"assistant", s.Text})
	}
	return s
}

// offers reports whether an item, by the beginning of its id, is recommended.
func (s *State) offers(id string) bool {
	return slices.ContainsFunc(s.Picked, func(p Pick) bool { return strings.HasPrefix(p.ID, id) })
}

func TestWhatAGuestPlainlyTakesBackBindsNoMore(t *testing.T) {
	tb := sit(t, atAnyHour(), nil)
	for _, tt := range []struct{ told, back, wish, item string }{
		{"sou alérgico a camarão", "não sou alérgico a camarão", "quero bobó de camarão", "bobo"},
		{"sou alérgico a camarão", "na verdade posso comer camarão, me enganei", "quero bobó de camarão", "bobo"},
		{"sou alérgico a camarão", "não, eu posso camarão sim", "quero bobó de camarão", "bobo"},
		{"sou alérgico a camarão", "esqueça minha alergia a camarão", "quero bobó de camarão", "bobo"},
		{"I'm allergic to shrimp", "esqueça minha alergia a camarão", "quero bobó de camarão", "bobo"},
		{"sou alérgico a camarão", "não sou alérgico a crustáceos", "quero bobó de camarão", "bobo"},
		{"tenho alergia a camarão", "não tenho alergia a camarão", "quero bobó de camarão", "bobo"},
		{"I'm allergic to shrimp", "I'm not allergic to shrimp", "bobó de camarão", "bobo"},
		{"I have a peanut allergy", "forget my peanut allergy", "paçoca please", "pacoca"},
		{"I'm allergic to milk", "I can have dairy, my mistake", "pudim", "pudim"},
		{"soy alérgica al maní", "olvida mi alergia al maní", "paçoca", "pacoca"},
		{"soy alérgico al camarón", "no soy alérgico al camarón", "quiero bobó de camarão", "bobo"},
		{"sou vegano", "não sou vegano", "quero feijoada completa", "feijoada-completa"},
		{"sou vegetariana", "na verdade eu como carne sim", "quero picadinho", "picadinho"},
		{"I'm vegetarian", "I'm not vegetarian anymore", "picadinho carioca", "picadinho"},
		{"sou celíaco", "na verdade posso comer glúten", "quero espaguete", "espaguete"},
	} {
		if s := tb.says(tt.told, tt.wish); s.offers(tt.item) || len(s.Harmful) == 0 {
			t.Errorf("%q, %q: offers %v, says %q", tt.told, tt.wish, s.Picked, s.Text)
		}
		if s := tb.says(tt.told, tt.back); len(s.Avoid) > 0 || len(s.Picked) > 0 || s.Intent != Talk {
			t.Errorf("%q after %q: %s keeps in mind %q, says %q", tt.back, tt.told, s.Intent, s.Avoid, s.Text)
		}
		if s := tb.says(tt.told, tt.back, tt.wish); !s.offers(tt.item) {
			t.Errorf("%q, %q, %q: %s", tt.told, tt.back, tt.wish, s.Text)
		}
		if s := tb.says(tt.told, tt.back, tt.told, tt.wish); s.offers(tt.item) {
			t.Errorf("told again, %q binds no more: %s", tt.told, s.Text)
		}
	}
}

func TestWhatIsNotPlainlyTakenBackBinds(t *testing.T) {
	tb := sit(t, atAnyHour(), nil)
	for _, tt := range []struct{ told, then, wish, item string }{
		{"sou alérgico a camarão", "posso comer camarão?", "quero bobó de camarão", "bobo"},
		{"sou alérgico a camarão", "posso comer camarão, mas só cozido", "quero bobó de camarão", "bobo"},
		{"sou alérgico a camarão", "acho que posso comer camarão", "quero bobó de camarão", "bobo"},
		{"sou alérgico a camarão", "não esqueça minha alergia a camarão", "quero bobó de camarão", "bobo"},
		{"sou alérgico a camarão", "não posso comer camarão", "quero bobó de camarão", "bobo"},
		{"sou alérgico a camarão", "não sou alérgico a amendoim", "quero bobó de camarão", "bobo"},
		{"sou alérgico a camarão", "minha esposa não é alérgica a camarão", "quero bobó de camarão", "bobo"},
		{"sou alérgico a crustáceos", "posso comer camarão", "quero bobó de camarão", "bobo"},
		{"sou alérgico a leite", "não sou intolerante à lactose", "quero pudim", "pudim"},
		{"sou alérgico a nozes", "não sou alérgico a castanhas", "dubbel com castanha", "dubbel"},
		{"sou celíaco", "não sou alérgico a trigo", "quero espaguete", "espaguete"},
		{"sou vegetariano", "eu como peixe", "quero picadinho", "picadinho"},
		{"I'm allergic to shrimp", "I can eat shrimp sometimes", "bobó de camarão", "bobo"},
		{"soy alérgico al camarón", "¿puedo comer camarón?", "quiero bobó de camarão", "bobo"},
	} {
		if s := tb.says(tt.told, tt.then, tt.wish); s.offers(tt.item) {
			t.Errorf("%q, %q, %q: %s", tt.told, tt.then, tt.wish, s.Text)
		}
	}
}

// What memory still knows in the turn in which it is taken back binds no more,
// unless it is known of somebody else.
func TestWhatIsTakenBackOfWhatWasKnown(t *testing.T) {
	tb := sit(t, atAnyHour(), nil)
	guest := State{Constraints: hook.Constraints{Allergies: []string{"camarão"}}}
	const message = "não sou alérgico a camarão. Quero bobó de camarão"
	if s := tb.turn(nil, message, guest); !s.offers("bobo") {
		t.Errorf("%q: %s", message, s.Text)
	}
	guest.Known = "<guest>\ndiet/allergy (of a companion): camarão\n</guest>"
	if s := tb.turn(nil, message+" pra minha esposa", guest); s.offers("bobo") {
		t.Errorf("what a companion must not have is offered to them: %s", s.Text)
	}
}

func TestWhatIsOnlyTheOthersBindsTheTableAndNotTheGuest(t *testing.T) {
	tb := sit(t, atAnyHour(), nil)
	for _, tt := range []struct{ told, apart, mine, theirs, item string }{
		{"minha esposa é celíaca", "mas eu posso comer glúten, só ela que não", "quero massa", "uma massa pra minha esposa", "espaguete"},
		{"minha esposa é vegetariana", "só ela é vegetariana, eu como de tudo", "quero picadinho", "picadinho para nós dois", "picadinho"},
		{"my wife is celiac", "only she is, I eat everything", "I want pasta", "pasta for us", "espaguete"},
		{"my kids are vegetarian", "just them, I eat anything", "picadinho carioca", "picadinho carioca for my kids", "picadinho"},
		{"mi hija es alérgica al maní", "solo ella, yo como de todo", "paçoca", "paçoca para mi hija", "pacoca"},
	} {
		if s := tb.says(tt.told, tt.mine); s.offers(tt.item) {
			t.Errorf("%q does not bind the table: %s", tt.told, s.Text)
		}
		if s := tb.says(tt.told, tt.apart, tt.mine); !s.offers(tt.item) {
			t.Errorf("%q, %q, %q: %s", tt.told, tt.apart, tt.mine, s.Text)
		}
		if s := tb.says(tt.told, tt.apart, tt.theirs); s.offers(tt.item) {
			t.Errorf("%q, %q, %q: %s", tt.told, tt.apart, tt.theirs, s.Text)
		}
	}
}

func TestADishForSomebodyWhoEatsMeatMayHaveMeat(t *testing.T) {
	tb := sit(t, atAnyHour(), nil)
	for told, message := range map[string]string{
		"sou vegano": "e para o meu marido, que come carne?", "I'm vegan": "and for my husband, who eats meat?", "soy vegana": "¿y para mi marido, que come carne?",
	} {
		s := tb.says(told, message)
		if !slices.ContainsFunc(s.Picked, func(p Pick) bool {
			return Harms(tb.card.byID[p.ID], hook.Constraints{Diets: []string{"vegetariano"}}) != ""
		}) {
			t.Errorf("%q, %q: %s", told, message, s.Text)
		}
	}
	if s := tb.says("sou vegano e alérgico a leite", "e pro meu marido, que come de tudo? um pudim"); s.offers("pudim") {
		t.Errorf("an allergy at the table is waved away: %s", s.Text)
	}
}

// It is said why something that is there is not for the guest.
func TestWhatIsNotForTheGuestIsSaidToBeThere(t *testing.T) {
	tb := sit(t, atAnyHour(), nil)
	for _, tt := range []struct{ told, message, says string }{
		{"sou alérgico a camarão", "quero bobó de camarão", "Tenho Bobó de camarão, mas não é para você (camarão)."},
		{"I'm vegan", "I want the Picadinho carioca", "I do have Picadinho carioca, but not for you (vegan)."},
		{"soy alérgica al maní", "quiero paçoca", "Tengo Paçoca cremosa com banana, pero no es para usted (maní)."},
		{"sou celíaco", "posso comer a coxinha?", "Não é para você (glúten)"},
		{"I'm celiac", "can I eat the coxinha?", "gluten"},
		{"minhas filhas são vegetarianas", "o que vem na feijoada completa?", "(vegetariano)"},
	} {
		if s := tb.says(tt.told, tt.message); !strings.Contains(s.Text, tt.says) || len(s.Picked) > 0 {
			t.Errorf("%q, %q: %q, want %q", tt.told, tt.message, s.Text, tt.says)
		}
	}
}

func TestWhatNoCardCanBeJudgedByIsSaid(t *testing.T) {
	tb := sit(t, atAnyHour(), nil)
	for _, messages := range [][]string{
		{"¿qué me recomienda para cenar? soy diabético"}, {"sou diabética", "quero jantar"}, {"I'm diabetic", "something for dinner"}, {"sou hipertenso, o que sugere?"}, {"minha mãe é diabética", "uma sobremesa"},
	} {
		s := tb.says(messages...)
		if !strings.Contains(s.Text, "“"+s.Health[0]+"”") {
			t.Errorf("%q: %s", messages, s.Text)
		}
	}
	if s := tb.turn(nil, "quero jantar", State{Known: "<guest>\nfact/health: diabético\n</guest>"}); !strings.Contains(s.Text, "“diabético”") {
		t.Errorf("what is remembered is forgotten: %s", s.Text)
	}
}
