package scrub_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/scrub"
)

// maker makes up values of one type, all valid and nobody's, in the ways people
// write them.
type maker struct {
	typ   scrub.Type
	make  func(*rand.Rand) string
	write []string // a label and |; # is the next character of the value, * the rest
}

var carriers = []string{
	"%s", "%s.", "(%s)", "é %s", "segue: %s", "segue %s, obrigado", "olha: %s\n", "%s\nAna Lima", "Ana Lima, %s, 2 noites", "\"%s\"", "'%s',",
	"anota aí %s e me avisa às 20h", "mesa 12 no nome de Ana %s", "dados: %s; chegada 12/10/2026", "user=ana value=%s status=200",
	`{"id":12,"value":"%s","total":184.90}`, "<td>%s</td>", "ERROR 2026-07-28T10:00:00Z cannot store %s: timeout", "Oi! %s 😀", "%s é o meu",
	"the guest gave %s at the desk", "anotei %s para el viernes", "R$ 45,00 pagos, %s", "%s - quarto 204", "|%s|", "[%s]", "*%s*", "ID:%s", "1) %s", "- %s",
}

var makers = []maker{
	{scrub.CPF, makeCPF, []string{
		"###########", "###.###.###-##", "### ### ### ##", "#########-##", "###.###.###/##", "###-###-###-##", "###.###.###.##", "###.###.###–##",
		"###\u00a0###\u00a0###\u00a0##", "###\u200b###\u200b###\u200b##", "# # # # # # # # # # #", "### . ### . ### - ##", "###\u2009###\u2009###\u2009##",
		"##### ######", "###,###,###-##", "###_###_###_##", "###·###·###-##", "###.###.###\u2011##", "###\t###\t###\t##", "#.#.#.#.#.#.#.#.#.#.#", "### ###.###-##",
	}},
	{scrub.CNPJ, makeCNPJ, []string{
		"##############", "##.###.###/####-##", "## ### ### #### ##", "########/####-##", "##.###.###/####–##", "##-###-###-####-##", "##\u00a0###\u00a0###\u00a0####\u00a0##",
		"##.###.### / #### - ##", "##.###.###/####.##", "# # # # # # # # # # # # # #",
	}},
	{scrub.CNPJ, makeLetteredCNPJ, []string{
		"##############", "##.###.###/####-##", "## ### ### #### ##", "########/####-##", "##.###.###/####–##", "##\u00a0###\u00a0###\u00a0####\u00a0##",
		"# # # # # # # # # # # # # #",
	}},
	{scrub.Card, makeCard, []string{
		"*", "#### #### #### *", "####-####-####-*", "####.####.####.*", "#### ###### *", "####\u00a0####\u00a0####\u00a0*", "####\u200b####\u200b####\u200b*",
		"####–####–####–*", "########  *", "####  ####  ####  *", "####/####/####/*",
	}},
	{scrub.Phone, makeMobile, []string{
		"###########", "(##) #####-####", "(##)#########", "## #####-####", "## ##### ####", "## # ####-####", "+55 ## #####-####", "+55###########", "+55 (##) #####-####",
		"55###########", "(0##) #####-####", "## #########", "##.#####.####", "##-#####-####", "(##) ##### ####", "55 ## #####-####", "+55-##-#####-####", "(##)\u00a0#####\u2011####",
	}},
	{scrub.Phone, makeLandline, []string{"(##) ####-####", "(##)########", "## ####-####", "+55 ## ####-####", "+55##########", "##-####-####", "tel |##########", "fone: |## #### ####"}},
	{scrub.Phone, makeLocal, []string{"tel |#####-####", "#####-####", "celular: |#########", "zap |##### ####", "me liga no |# ####-####"}},
	{scrub.Email, makeEmail, []string{"*"}},
}

func TestGeneratedPersonalDataIsFound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 7))
	tried := 0
	for _, m := range makers {
		for _, way := range m.write {
			label, way, ok := strings.Cut(way, "|")
			if !ok {
				label, way = "", label
			}
			for i, carrier := range carriers {
				if m.typ == scrub.Phone && carrier == "ID:%s" {
					continue // then it is an id
				}
				for n := range 5 {
					value := write(way, m.make(r))
					if m.typ != scrub.Email && (i+n)%2 == 0 {
						value = widen(value)
					}
					text := strings.Replace(carrier, "%s", label+value, 1)
					tried++
					if clean, found := scrub.Replace(text); !hidden(found, text, value) {
						t.Errorf("%s in %q: %q", m.typ, text, clean)
					}
				}
			}
		}
	}
	t.Logf("%d values hidden", tried)
}

// hidden reports whether all of value is in one finding. Its type does not
// matter: what is dialled as a phone may be somebody's CPF.
func hidden(found []scrub.Finding, text, value string) bool {
	start := strings.Index(text, value)
	return slices.ContainsFunc(found, func(f scrub.Finding) bool { return f.Start <= start && start+len(value) <= f.End })
}

// ordinary makes up numbers that stay, and how they are said.
var ordinary = []struct {
	carrier string
	write   []string
}{
	{"a conta deu %s", []string{"R$ ##,##", "R$ #.###,##", "R$ ##.###,##", "US$ #,###.##", "## reais", "€ ###,##"}},
	{"chegamos %s", []string{"1#/0#/2026", "0#/1#/2026 às 1#:##", "dia 1#", "2026-0#-1# 1#:##", "1#h##", "0#.0#.2026"}},
	{"pedido %s", []string{"#####", "########", "#######-#", "2026######", "###.###", "#-####"}},
	{"reserva nº %s", []string{"######", "##########", "####-####"}},
	{"protocolo %s", []string{"2026##########", "2026########-##", "############"}},
	{"CEP %s", []string{"#####-###", "########"}},
	{"código %s", []string{"####", "######", "AB##CD", "X#Y#Z#"}},
	{"rastreio %s", []string{"AA#########BR", "BR#########CN"}},
	{"NF-e %s", []string{"###.###.###", "######"}},
	{"chave %s", []string{"3526 #### #### #### #### 55## #### #### #### #### ####", "35##########################################"}},
	{"boleto %s", []string{"#####.##### #####.###### #####.###### # ##############"}},
	{"EAN %s", []string{"789##########", "790##########"}},
	{"senha %s", []string{"#", "##", "1##", "A###", "P##"}},
	{"mesa %s", []string{"#", "##", "1##"}},
	{"IP %s", []string{"10.#.#.#", "192.168.#.1#"}},
	{"versão %s", []string{"#.##.#", "v#.#.#-rc.#"}},
	{"%s IBU", []string{"##"}},
	{"lat %s", []string{"-2#.######, -4#.######"}},
	{"commit %s", []string{"a#b#c#d", "#f#e#d#c#b#a#f#e#d#c#b#a#f#e#d#c#b#a#f#e"}},
	{"de %s", []string{"2019 a 202#", "199#-200#", "19##/20##"}},
	{"%s litros", []string{"#.###", "##.###", "###"}},
	{"run %s ok", []string{"#a#b#c#d-#e#f-4#a#-8#b#-#c#d#e#f#a#b"}},
	{"vendemos %s garrafas", []string{"### ###", "#.###.###", "## ###"}},
	{"processo %s", []string{"#######-##.2024.8.26.####"}},
	{"voo LA%s", []string{"####"}},
	{"apto %s, bloco 2", []string{"##", "###"}},
	{"timestamp %s", []string{"17########", "17###########"}},
}

func TestGeneratedOrdinaryNumbersStay(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 11))
	tried, alarms := 0, 0
	for _, o := range ordinary {
		for _, way := range o.write {
			for range 100 {
				text := fmt.Sprintf(o.carrier, write(way, digits(r, 48)))
				tried++
				if clean := scrub.Text(text); clean != text {
					alarms++
					t.Logf("%q: %q", text, clean)
				}
			}
		}
	}
	// By chance one number of 11 or 14 digits in a hundred passes the check digits.
	if limit := tried / 500; alarms > limit {
		t.Errorf("%d of %d ordinary numbers were hidden, want at most %d", alarms, tried, limit)
	}
	t.Logf("%d of %d ordinary numbers were hidden", alarms, tried)
}

// write puts a value's characters in the places of a pattern.
func write(way, value string) string {
	var b strings.Builder
	for _, p := range way {
		switch {
		case p == '#' && value != "":
			b.WriteByte(value[0])
			value = value[1:]
		case p == '*':
			b.WriteString(value)
		default:
			b.WriteRune(p)
		}
	}
	return b.String()
}

func widen(s string) string {
	return strings.Map(func(r rune) rune {
		if '!' <= r && r <= '~' {
			return r - '!' + '！'
		}
		return r
	}, s)
}

func digits(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.IntN(10)) + '0'
	}
	return string(b)
}

// The check digits are computed here as the Receita Federal explains them, not
// as the package does it.
func makeCPF(r *rand.Rand) string {
	return closeCPF(digits(r, 9))
}

func closeCPF(d string) string {
	for range 2 {
		sum := 0
		for i, c := range d {
			sum += int(c-'0') * (len(d) + 1 - i)
		}
		d += fmt.Sprint(sum * 10 % 11 % 10)
	}
	return d
}

func makeCNPJ(r *rand.Rand) string { return closeCNPJ(digits(r, 8) + "0001") }

func makeLetteredCNPJ(r *rand.Rand) string {
	const symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	b := make([]byte, 12)
	for i := range b {
		b[i] = symbols[r.IntN(len(symbols))]
	}
	b[r.IntN(12)] = symbols[10+r.IntN(26)]
	return closeCNPJ(string(b))
}

func closeCNPJ(d string) string {
	weights := []int{6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2}
	for range 2 {
		sum := 0
		for i, c := range d {
			sum += int(c-48) * weights[len(weights)-len(d)+i]
		}
		digit := 11 - sum%11
		if digit > 9 {
			digit = 0
		}
		d += fmt.Sprint(digit)
	}
	return d
}

func makeCard(r *rand.Rand) string {
	brands := []string{"4", "51", "55", "2221", "2720", "2500", "37", "34", "6011", "65", "509067", "636368", "438935", "606282", "384100", "3530", "62"}
	prefix := brands[r.IntN(len(brands))]
	n := 16
	if prefix == "37" || prefix == "34" {
		n = 15
	}
	d := prefix + digits(r, n-1-len(prefix))
	for c := '0'; c <= '9'; c++ {
		if luhnSum(d+string(c))%10 == 0 {
			return d + string(c)
		}
	}
	panic("no digit fits")
}

func luhnSum(d string) int {
	sum := 0
	for i, c := range d {
		v := int(c - '0')
		if (len(d)-i)%2 == 0 {
			v = v/5 + v*2%10
		}
		sum += v
	}
	return sum
}

var areas = []string{"11", "13", "19", "21", "24", "27", "31", "35", "41", "47", "48", "51", "55", "61", "62", "65", "71", "79", "81", "85", "91", "98"}

func makeMobile(r *rand.Rand) string {
	return areas[r.IntN(len(areas))] + "9" + digits(r, 8)
}

func makeLandline(r *rand.Rand) string {
	return areas[r.IntN(len(areas))] + fmt.Sprint(2+r.IntN(4)) + digits(r, 7)
}

func makeLocal(r *rand.Rand) string { return "9" + digits(r, 8) }

func makeEmail(r *rand.Rand) string {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	return pick("ana", "joao.silva", "m_duarte", "carla-reis", "joão", "ANA.LIMA", "x", "o'neil") + pick("", "", "+nf", "99", digits(r, 11)) + "@" +
		pick("exemplo.com", "exemplo.com.br", "gmail.com", "sub.dominio.org", "bar-do-ze.net", "example.co.uk", "münchen.de", "GMAIL.COM")
}
