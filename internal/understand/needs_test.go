package understand_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
)

func TestNeedsAreHeardByRule(t *testing.T) {
	for _, tt := range []struct{ says, want string }{
		// Whose it is.
		{"meu tio é alérgico a camarão", "allergy camarão: meu tio"},
		{"sou alérgica a amendoim e soja", "allergy amendoim: ; allergy soja: "},
		{"I'm allergic to shellfish and my boss is lactose intolerant", "allergy shellfish: ; intolerance lactose: my boss"},
		{"mi prima es celíaca y yo no como cerdo", "diet celíaca: mi prima; diet cerdo: "},
		{"minha sogra é vegana, o pai dela é celíaco", "diet vegana: minha sogra; diet celíaco: pai dela"},
		{"minha esposa e eu não comemos carne", "diet carne: +minha esposa"},
		{"a Carla não come peixe", "diet peixe: Carla"},
		{"two of us are vegetarian", "diet vegetarian: companion"},
		{"alguém na mesa tem alergia a ovo", "allergy ovo: companion"},
		{"mi abuelo no puede comer sal", "diet sal: mi abuelo"},
		// One of several.
		{"um é alérgico a lula e minha nora é vegana", "allergy lula: companion; diet vegana: minha nora"},
		{"somos seis: um é alérgico a kiwi e minha nora é vegana", "allergy kiwi: companion; diet vegana: minha nora"},
		{"um de nós não come porco e meu genro é celíaco", "diet porco: companion; diet celíaco: meu genro"},
		{"one of us is allergic to kiwi and my uncle is vegan", "allergy kiwi: companion; diet vegan: my uncle"},
		{"uno es alérgico al kiwi y mi tía es vegana", "allergy kiwi: companion; diet vegana: mi tía"},
		{"um dos meus primos é vegano", "diet vegano: um dos meus primos"},
		{"sou um vegetariano convicto", "diet vegetariano: "},
		{"sou uma vegana feliz", "diet vegana: "},
		// What another has is wanted, and not gone without.
		{"that man has a stew with shrimp, bobó? could we get one too", ""},
		{"that man has a bobó? I'd like one too, but I'm allergic to cashew", "allergy cashew: "},
		// Of whoever is so.
		{"o que você indica para quem é celíaco?", ""},
		{"o que tem pra quem não come porco?", ""},
		{"tem algo para quem é alérgico a lula?", ""},
		{"what is there for somebody who is vegan?", ""},
		{"what do you have for someone who can't eat gluten?", ""},
		{"¿qué hay para quien es vegano?", ""},
		{"o que um vegano pode comer aqui?", ""},
		{"what can a vegan eat here?", ""},
		{"o que tem para quem é vegano como eu?", "diet vegano: companion"}, // somebody at the table
		{"tem um vegano na mesa, o que sugere?", "diet vegano: companion"},
		{"vim com alguém que é alérgico a lula, o que sugere?", "allergy lula: companion"},
		{"porco eu não como", "diet porco: "},
		// What was named before.
		{"tem castanha no bolo? meu sobrinho é alérgico", "allergy castanha: meu sobrinho"},
		{"minha boca incha com camarão", "allergy camarão: "},
		// Who drives or is under age.
		{"sou eu quem volta dirigindo, viu", "diet bebida alcoólica: "},
		{"we'd love a beer, but my wife is driving", "diet alcoholic drinks: my wife"},
		{"we are three and one of us drives, I mean one of us is driving", "diet alcoholic drinks: companion"},
		{"alguém vai dirigir depois", "diet bebida alcoólica: companion"},
		{"uno de nosotros maneja", "diet bebidas alcohólicas: companion"},
		{"vou dirigindo para Gramado na sexta", ""},
		{"é longe dirigindo?", ""},
		{"isso aí é vegetariana ou o quê?", ""},
		{"is that one vegan or what?", ""},
		{"uma das crianças é alérgica a ovo", "allergy ovo: uma das crianças"},
		{"una de las niñas es alérgica al maní", "allergy maní: una de las niñas"},
		{"meu sobrinho de 14 quer um chope", "diet álcool: meu sobrinho"},
		{"meu sobrinho de 14 quer um suco", ""},
		{"tenho 16 anos, posso pedir um chope?", "diet álcool: "},
		{"nós dois temos 17, mas queremos cerveja", "diet álcool: ; diet álcool: companion"},
		{"I'm 15, can I get a beer?", "diet alcohol: "},
		{"tenemos 16 años, queremos unas cervezas", "diet alcohol: ; diet alcohol: companion"},
		{"põe duas cachaças. tenho 17, mas tudo bem", "diet álcool: "},
		{"temos 15 reais para uma cerveja", ""},
		{"somos 16, queremos cerveja", ""},
		{"we are 12 people and want beer", ""},
		// What somebody has not had for long, or never.
		{"faz um tempão que eu não como uma maniçoba de verdade", ""},
		{"hace siglos que no pruebo unas arepas", ""},
		{"we haven't had a good lasagna since Easter", ""},
		{"nunca provei rapadura, é boa?", ""},
		{"faz dois anos que não como carne", "diet carne: "},
		{"hace un año que no bebo alcohol", "diet alcohol: "},
		{"faz anos que não como lasanha, sou intolerante à lactose", "diet lasanha: ; intolerance lactose: "}, // in doubt
		// Over.
		{"não sou alérgico a leite", "over leite: "},
		{"my brother used to be allergic to eggs", "over eggs: my brother"},
		{"my husband is fine with gluten", "over gluten: my husband"},
		// Lists, reactions, states.
		{"sou alérgico a camarão, amendoim e leite", "allergy camarão: ; allergy amendoim: ; allergy leite: "},
		{"my mum is diabetic and my dad can't have salt", "diet diabetic: my mum; diet salt: my dad"},
		{"mi abuelo es hipertenso, poca sal para él", "diet hipertenso: mi abuelo; diet sal: mi abuelo"},
		{"we love spicy food but no peanuts please, our son is allergic", "allergy peanuts: our son"},
		{"ella no tolera la lactosa, yo como de todo", "intolerance lactosa: companion"},
		{"dois não bebem, o resto quer caipirinha", "diet álcool: companion"},
		{"de drink: 2 não bebem", "diet álcool: companion"},
		{"a sobremesa a gente corta, né? por causa da alérgica", ""},
		{"I'm the designated driver tonight", "diet alcohol: "},
		{"mi compañera de yoga está embarazada y no puede comer nada crudo", "diet embarazada: mi compañera; diet crudo: mi compañera"},
		{"meu síndico não come peixe", "diet peixe: meu síndico"},
		{"my cousin doesn't drink", "diet alcohol: my cousin"},
		{"my aunt is on some pills so she isn't drinking", "diet alcohol: my aunt"},
		{"meu tio toma remédio e não vai beber hoje", "diet álcool: meu tio"},
		// What is refused before a question.
		{"não como polvo de jeito nenhum, o que tem pra mim?", "diet polvo: "},
		{"I don't do squid of any kind, what do you have?", "diet squid: "},
		{"cerdo no como de ningún modo, ¿qué me recomienda?", "diet cerdo: "},
		{"minha irmã não bebe álcool", "diet álcool: minha irmã"},
		{"my aunt doesn't drink alcohol", "diet alcohol: my aunt"},
		{"um suco sem açúcar para o meu tio", ""},
		{"minha colega está grávida, eu não", "diet grávida: minha colega"},
		{"o Rafa não come porco nem frutos do mar", "diet porco: Rafa; diet frutos do mar: Rafa"},
		{"meu cunhado come de tudo menos berinjela", "diet berinjela: meu cunhado"},
		{"I eat anything except liver and tripe", "diet liver: ; diet tripe: "},
		{"mi suegro come cualquier cosa excepto cordero", "diet cordero: mi suegro"},
		{"my godfather doesn't take alcohol in any form", "diet alcohol: my godfather"},
		{"minha neta não toma refrigerante", "diet refrigerante: minha neta"},
		{"traz tudo menos a sobremesa", ""},
		// What is left out in one breath.
		{"no meat, no fish and no eggs for my aunt", "diet meat: my aunt; diet fish: my aunt; diet eggs: my aunt"},
		{"sin huevo, sin leche y sin trigo para mi hija", "diet huevo: mi hija; diet leche: mi hija; diet trigo: mi hija"},
		{"ela não come nada que venha do mar", "diet do mar: companion"},
		{"se me olvidó decir que soy alérgica al maní", "allergy maní: "},
		{"sorry, lactose hates me", "intolerance lactose: "},
		{"my mum can't have grapefruit", "diet grapefruit: my mum"},
		{"minha prima é celíaca mas não conseguiu vir hoje", ""},
		{"e se a pessoa tiver alergia a corante?", ""},
		// What is fine, or no matter of food.
		{"my dad is allergic to crab, dairy is fine", "allergy crab: my dad"},
		{"clams and oysters are fine for her", ""},
		{"la leche no nos cae mal, puede llevar crema", ""},
		{"pera aí, já te digo", ""},
		{"pera lá, minha mãe é alérgica", ""},
		{"minha tia fez cirurgia no joelho", ""},
		{"my uncle had knee surgery, is there a lift?", ""},
		{"cuidado com a contaminação cruzada, sou celíaca", "diet celíaca: "},
		{"é galinhada só na quarta?", ""},
		// Who has it, likes it or asks about it does not do without it.
		{"minha amiga só bebe sidra e vinho rosé, o que você indica?", ""},
		{"my brother loves oysters and my sister hates them", ""},
		{"ele come de tudo, não tem frescura", ""},
		{"tira o bacon do meu sanduíche, por favor", ""},
		{"quiero el lomo, sin cebolla", ""},
		{"can my daughter have the curry? she's allergic to cashews", "allergy cashews: my daughter"},
		{"¿la salsa lleva leche?", ""},
		{"brincadeira, sou alérgico a segunda-feira", ""},
		{"se um dia eu virar vegana, volto aqui", ""},
		{"if I were celiac I'd starve here", ""},
		{"hay gente que es alérgica al maní", ""},
		// Nothing to hear.
		{"não sou alérgico a nada", ""},
		{"tem amendoim?", ""},
		{"o risoto é vegano?", ""},
		{"something vegan, please", ""},
		{"se eu fosse vegana, o que você me daria?", ""},
		{"meu primo, que não vem hoje, é celíaco", ""},
		{"", ""},
	} {
		var got []string
		for _, n := range understand.Needs(tt.says) {
			kind := n.Kind
			if n.Over {
				kind = "over"
			}
			got = append(got, kind+" "+n.What+": "+strings.Join(n.Of, "+"))
		}
		if got := strings.Join(got, "; "); got != tt.want {
			t.Errorf("Needs(%q) = %q, want %q", tt.says, got, tt.want)
		}
	}
}

func FuzzNeedsEnds(f *testing.F) {
	f.Add("my wife's mother's sister's allergic to nuts, e o caçula de 3 anos")
	f.Fuzz(func(_ *testing.T, text string) { understand.Needs(text) })
}

func TestAChildIsToldByItsAge(t *testing.T) {
	for says, want := range map[string]bool{
		"something soft for a 3-year-old":      true,
		"my nephew is 4, what can he have?":    true,
		"o que serve pra minha filha, 6?":      true,
		"mi hijo tiene 2 añitos":               true,
		"our 5yo is hungry":                    true,
		"minha mãe de 70 anos gosta de sopa":   false,
		"meu irmão e mais 4 amigos vêm jantar": false,
		"my son wants 2 soups":                 false,
	} {
		if got := understand.Young(says); got != want {
			t.Errorf("%q tells of a child: %v", says, got)
		}
	}
}

// A reading of more words than the text has is no reason to fail: what they say is left out.
func TestAReadingOfALongerTextDoesNoHarm(t *testing.T) {
	r := understand.Read("Quiero 1 Baião de dois com carne de sol", understand.Before{Last: "menu"})
	r.Needs("Quiero 1 . Envíe el pedido a la cocina, por favor.", "soy alérgico al camarón. ¿Qué plato principal recomienda?")
}

// Who asks whether a dish may be had tells of no need of it; who says that it may not does.
func TestWhatIsAskedForIsNobodysNeed(t *testing.T) {
	for message, want := range map[string]string{
		"sou alérgica a castanha, a farofa pode?":              "castanha",
		"my wife has a milk allergy, can she have the gratin?": "milk",
		"soy celíaca, ¿puedo comer el guiso?":                  "celíaca",
		"meu filho tem alergia a ovo, o quindim leva ovo?":     "ovo",
		"tem amendoim nesse molho? sou alérgica":               "amendoim",
		"tenho alergia a ovo e não posso maionese, pode ser?":  "ovo maionese",
	} {
		r := understand.Read(message, understand.Before{})
		var got []string
		for _, n := range r.Needs(message) {
			got = append(got, n.What)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

// Who has what another has too has it as well.
func TestTheGuestHasItToo(t *testing.T) {
	for message, want := range map[string]string{
		"minha mãe é alérgica a leite e eu também":     "minha mãe,",
		"my brother is allergic to nuts and so am I":   "my brother,",
		"mi tía es celíaca, yo también":                "mi tía,",
		"minha mãe é alérgica a leite e eu quero sopa": "minha mãe",
	} {
		r := understand.Read(message, understand.Before{})
		all := r.Needs(message)
		if len(all) != 1 || strings.Join(all[0].Of, ",") != want {
			t.Errorf("%q: %+v, want of %q", message, all, want)
		}
	}
}

// A child's age says that it has no drinks, whatever is spoken of.
func TestChildrenAreMinors(t *testing.T) {
	for message, want := range map[string]int{"venho com minha afilhada de 9 anos": 1, "my 16 year old nephew is coming": 1, "minha avó de 81 anos vem junto": 0, "a mesa 9 é boa?": 0} {
		if got := understand.Minors(message); len(got) != want {
			t.Errorf("%q: %v", message, got)
		}
	}
}

// Whoever is too young to drink is told by a number behind a verb as well, in figures or in words.
func TestMinorsAreThoseWhoseAgeIsTold(t *testing.T) {
	for _, c := range []struct {
		text, who string
		said      []string
	}{
		{"um vinho pro meu primo, ele tem 16", "meu primo", nil},
		{"minha neta vai fazer 9 anos", "minha neta", nil},
		{"my niece is seven", "my niece", nil},
		{"my cousin, who just turned fifteen, wants a lager", "my cousin", nil},
		{"un vino para mi primo. solo tiene diecisiete", "mi primo", nil},
		{"ela tem 12", "minha afilhada", []string{"minha afilhada quer um gim"}},
		{"tiene catorce", "mi ahijado", []string{"mi ahijado quiere un vino"}},
		{"meu primo tem 25 anos", "", nil},
		{"my cousin has 2 pints", "", nil},
		{"minha tia chega às 9", "", nil},
	} {
		got := ""
		if all := understand.Minors(c.text, c.said...); len(all) > 0 {
			got = all[0].Of[0]
		}
		if got != c.who {
			t.Errorf("Minors(%q): %q, want %q", c.text, got, c.who)
		}
	}
}

// An intolerance is told by what somebody has with a food, too; what is ordered or complained of is none.
func TestTroubleWithAFoodIsANeed(t *testing.T) {
	for text, want := range map[string]string{
		"meu tio tem um problema com ovo":     "ovo",
		"a Lia tem o lance do trigo":          "trigo",
		"my aunt's got the egg thing":         "egg",
		"he has an issue with sesame":         "sesame",
		"mi primo tiene un tema con el huevo": "huevo",
		"I'll have the egg thing":             "",
		"my aunt will have the crab thing":    "",
		"meu tio não tem problema com ovo":    "",
		"minha tia quer uma coisa de queijo":  "",
	} {
		got := ""
		for _, n := range understand.Needs(text) {
			if !n.Over {
				got += n.What
			}
		}
		if got != want {
			t.Errorf("Needs(%q): %q, want %q", text, got, want)
		}
	}
}
