package understand_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
)

func needsOf(says string) string {
	var got []string
	for _, n := range understand.Needs(says) {
		kind := n.Kind
		if n.Over {
			kind = "over"
		}
		got = append(got, kind+" "+n.What+": "+strings.Join(n.Of, "+"))
	}
	return strings.Join(got, "; ")
}

// A need is a person's who was spoken of: never a verb's, a phrase's, or of who is
// only mentioned.
func TestWhoBearsANeed(t *testing.T) {
	for _, tt := range []struct{ says, want string }{
		// A pronoun is who agrees with it.
		{"vim com minha esposa e deixamos os meninos em casa. ela passa mal com lagosta", "intolerance lagosta: minha esposa"},
		{"meu sogro chega às oito com minha cunhada. Ele não come peixe", "diet peixe: meu sogro"},
		{"my husband and my mother are joining us. She is allergic to walnuts", "allergy walnuts: my mother"},
		{"my brother is coming with the kids. He can't have dairy", "diet dairy: my brother"},
		{"vengo con mi hermana y mi jefe. Él es alérgico al maní", "allergy maní: mi jefe"},
		{"viene mi suegra. Ella no puede comer sal", "diet sal: mi suegra"},
		{"minha mãe fez aniversário ontem, hoje ela não pode tomar leite", "diet leite: minha mãe"},
		// A relative clause is of who stands before it, unless its verb is of several.
		{"viemos eu e minha prima, que não pode nada com glúten", "diet glúten: minha prima"},
		{"it's me and my uncle, who can't have dairy", "diet dairy: my uncle"},
		{"somos mi novia y yo, que no comemos carne", "diet carne: +mi novia"},
		// Names.
		{"o Caio não come carne de porco", "diet carne de porco: Caio"},
		{"a lari é vegana e o beto não come frango", "diet vegana: lari; diet frango: beto"},
		{"a nanda n pode com glúten", "diet glúten: nanda"},
		{"esqueci de falar, o gui é celíaco", "diet celíaco: gui"},
		{"Priya is vegetarian, Tom doesn't eat pork", "diet vegetarian: Priya; diet pork: Tom"},
		{"Marta no come mariscos y Luis es vegano", "diet mariscos: Marta; diet vegano: Luis"},
		{"a Rita disse que não bebe", "diet álcool: Rita"},
		{"o tuca falou q nao come camarao", "diet camarao: tuca"},
		{"minha avó chega já e o Tadeu disse que leite faz mal pra ele", "intolerance leite: Tadeu"},
		{"eu, minha tia e meu avô que não come ovo, tudo bem?", "diet ovo: meu avô"},
		{"meu primo enjoa com coco", "intolerance coco: meu primo"},
		{"Dona Neusa não pode com pimenta", "diet pimenta: Dona Neusa"},
		{"o João Vítor e a Iara não comem porco", "diet porco: João Vítor+Iara"},
		{"a Lúcia, minha madrinha, é diabética", "diet diabética: minha madrinha"},
		{"sou a Marta, celíaca", "diet celíaca: "},
		{"nem eu nem o Caio bebemos álcool", "diet álcool: +Caio"},
		{"Wilma can't do gluten", "diet gluten: Wilma"},
		{"a gente não come carne de porco", "diet carne de porco: +companion"},
		{"my friend Ines and her dad can't have sesame", "diet sesame: my friend Ines+her dad"},
		{"a noiva do Jair não come carne, ela é vegetariana", "diet carne: noiva do Jair; diet vegetariana: noiva do Jair"},
		{"Carol can't do dairy and the rest of us eat anything", "diet dairy: Carol"},
		{"graças a Deus a Tina chegou, ela é celíaca", "diet celíaca: Tina"},
		{"vim com meu pai e minha filha é celíaca", "diet celíaca: minha filha"},
		{"o glúten é da minha irmã e eu não como porco", "diet glúten: minha irmã; diet porco: "},
		// Roles and numbers.
		{"o de 11 é diabético e minha irmã não come porco", "diet diabético: o de 11; diet porco: minha irmã"},
		{"la de 8 años es celíaca y mi marido no come cerdo", "diet celíaca: la de 8 años; diet cerdo: mi marido"},
		{"o cliente não come carne vermelha e eu sou intolerante a lactose", "diet carne vermelha: cliente; intolerance lactose: "},
		{"o cliente é italiano, não come coentro", "diet coentro: cliente"},
		{"our guest of honour is vegan", "diet vegan: companion"},
		{"três de nós não comem peixe", "diet peixe: companion"},
		{"a mais nova, de 6 anos, é alérgica a ovo", "allergy ovo: a mais nova"},
		{"meu afilhado de 7 anos não pode comer amendoim", "diet amendoim: meu afilhado de 7 anos"},
		{"my 4 year old is allergic to eggs", "allergy eggs: my 4 year old"},
		{"la colega de mi esposo es celíaca", "diet celíaca: colega de mi esposo"},
		// A verb is nobody.
		{"ele não bebe, está dirigindo", "diet álcool: companion"},
		{"o bebê é alérgico a leite", "allergy leite: bebê"},
		{"meu bebe tem alergia a soja", "allergy soja: meu bebe"},
		{"ela come de tudo mas não gosta de nada apimentado", ""},
		{"minha filha come de tudo, só não gosta de jiló", ""},
		// Who does not come.
		{"minha falecida esposa era alérgica a camarão", ""},
		{"my late husband couldn't eat nuts", ""},
		{"mi difunta madre era celíaca", ""},
		{"meu filho ficou em casa, ele é alérgico a amendoim", ""},
		// The guest, in the first person.
		{"não bebo e não como carne", "diet álcool: ; diet carne: "},
		{"tô dirigindo hoje, não bebo", "diet bebida alcoólica: "},
		{"eu sou o motorista da rodada", "diet álcool: "},
		{"my wife is driving so she won't drink", "diet alcoholic drinks: my wife"},
		{"mi marido no bebe, maneja él", "diet alcohol: mi marido"},
		{"meu pai não bebe, mas eu quero uma cerveja", "diet álcool: meu pai"},
		{"soy celíaca y mi novio no come cerdo", "diet celíaca: ; diet cerdo: mi novio"},
		{"tenho pressão alta", "diet pressão alta: "},
		{"eu tenho uma alergia horrível a castanha", "allergy castanha: "},
		{"tive uma reação alérgica a kiwi", "allergy kiwi: "},
		{"não como nada cru", "diet cru: "},
		{"I have a terrible allergy to sesame", "allergy sesame: "},
		{"a babá da minha filha é vegetariana", "diet vegetariana: babá da minha filha"},
	} {
		if got := needsOf(tt.says); got != tt.want {
			t.Errorf("Needs(%q) = %q, want %q", tt.says, got, tt.want)
		}
	}
}

// A pronoun may stand for somebody of an earlier message.
func TestWhoWasNamedBefore(t *testing.T) {
	for _, tt := range []struct{ before, says, want string }{
		{"vim jantar com minha noiva e o irmão dela", "ela não bebe", "diet álcool: minha noiva"},
		{"somos eu e meu padrinho", "algo sem leite pra ele, que é intolerante", "intolerance leite: meu padrinho"},
		{"my sister is here. How much is the soup?", "she's allergic to soy", "allergy soy: my sister"},
		{"cené con mi cuñado. ¿Cuánto es?", "él no come cerdo", "diet cerdo: mi cuñado"},
		{"quanto custa o vinho?", "ele não come peixe", "diet peixe: companion"},
		{"a Joana quer suco. Quanto fica?", "ela é celíaca", "diet celíaca: Joana"},
		{"minha tia chegou", "sou vegano", "diet vegano: "},
	} {
		r := understand.Read(tt.says, understand.Before{})
		var got []string
		for _, n := range r.Needs(tt.says, tt.before) {
			got = append(got, n.Kind+" "+n.What+": "+strings.Join(n.Of, "+"))
		}
		if got := strings.Join(got, "; "); got != tt.want {
			t.Errorf("after %q, Needs(%q) = %q, want %q", tt.before, tt.says, got, tt.want)
		}
	}
}

// What somebody wants, asks about, pays for or has served in a way is no need.
func TestWhatIsNoNeed(t *testing.T) {
	for _, tt := range []struct{ says, want string }{
		{"um expresso sem açúcar e a conta", ""},
		{"uma caipirinha com pouco gelo", ""},
		{"an iced tea, no sugar, please", ""},
		{"un café sin azúcar y el flan", ""},
		{"um suco de laranja sem açúcar pra ela", ""},
		{"a black coffee without sugar for my dad", ""},
		{"um chá sem açúcar, por favor", ""},
		{"ele não vai pagar o camarão", ""},
		{"a Bia não quer mais a lasanha", ""},
		{"she doesn't want the fish anymore", ""},
		{"ya no quiero el pescado", ""},
		{"ela não vai querer sobremesa", ""},
		{"minha irmã não pediu a moqueca", ""},
		{"não vou comer a sobremesa agora, traz depois", ""},
		{"minha mãe escolheu o peixe", ""},
		{"meu marido quer a costela sem farofa", ""},
		{"a Lia vai de frango", ""},
		{"tem alguma coisa com leite aí?", ""},
		{"does the soup have cream?", ""},
		{"¿el arroz lleva ajo?", ""},
		{"feijão me dá gases", "intolerance feijão: "},
		{"milk makes me bloated", "intolerance milk: "},
		{"a pimenta me dá água na boca", ""},
		{"anota aí que sou intolerante a lactose", "intolerance lactose: "},
		{"registra o do glúten igualmente", ""},
		{"pode anotar minha alergia a amendoim", "allergy amendoim: "},
		{"o Davi não vai pagar o polvo porque não come", ""},
		{"mi hermano no va a pagar el vino", ""},
		{"sem cebola no meu, por favor", ""},
		{"o garçom é vegano?", ""},
		{"o pastel de vocês é vegano?", ""},
		{"muita gente é alérgica a ovo", ""},
		{"kiwi dá alergia em muita gente", ""},
		{"lots of people are allergic to nuts", ""},
		{"quero um vinho que combine com peixe", ""},
		{"he'd like a beer and I'll have water", ""},
		{"nada de cebola no meu, por favor", ""},
	} {
		if got := needsOf(tt.says); got != tt.want {
			t.Errorf("Needs(%q) = %q, want %q", tt.says, got, tt.want)
		}
	}
}

// A need is whose name stands with it, though somebody else has the better reason.
func TestEachOfTwoPeopleHasTheirOwnNeed(t *testing.T) {
	for text, want := range map[string]string{
		"Ema é celíaca e Ugo não pode com nozes, o que indica?": "Ugo",
		"Finn is vegan and Maud can't have shellfish":           "Maud",
		"quero algo sem ovo, minha neta é alérgica":             "minha neta",
	} {
		all := understand.Needs(text)
		if n := len(all); n == 0 || len(all[n-1].Of) != 1 || all[n-1].Of[0] != want {
			t.Errorf("%s: %+v, want it of %s", text, all, want)
		}
	}
}

// Who says what they must not have, and that nothing shall be of it, has not taken it back.
func TestANeedIsNotTakenBackByItsReason(t *testing.T) {
	for _, n := range understand.Needs("A Iara tem alergia a gergelim, então que não seja de gergelim, que ela belisca de tudo.") {
		if n.Over {
			t.Errorf("%+v", n)
		}
	}
}
