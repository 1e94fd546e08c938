package understand

import (
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// Amount reads the number of an amount of money, or of anything else: 1200 of
// "até R$ 1.200", 80 of "uns 80 conto", 2500 of "2,5 mil" or "2.5k", 150 of "cento
// e cinquenta". It is the largest if there are several.
func Amount(text string) (most float64, ok bool) {
	words := tokens(text)
	for i := 0; i < len(words); i++ {
		t := words[i]
		n, is := 0.0, false
		switch {
		case t.shape == number:
			n, is = Number(t.word)
		case numeralAt(words, i) > 0 && numeralAt(words, i) < 1000 && t.word != "um" && t.word != "uma" && t.word != "a":
			i--
			n, is = hundreds(words, &i), true // "cento e cinquenta"
		case t.word == "mil" || t.word == "thousand":
			n, is = 1, true
			i--
		}
		if !is {
			continue
		}
		if i+1 < len(words) && thousands[words[i+1].word] {
			n *= 1000
			i++
			n += hundreds(words, &i)
		}
		most, ok = max(most, n), true
	}
	return most, ok
}

// numeralAt is the number that a word says, or 0. "Doce" is twelve only before several things: "doce
// empanadas", and not "algo doce".
func numeralAt(words []token, i int) float64 {
	if words[i].word == "doce" && i+1 < len(words) && strings.HasSuffix(words[i+1].word, "s") {
		return 12
	}
	return numerals[words[i].word]
}

// hundreds reads the words behind a thousand, and moves on behind them: "mil e quinhentos".
func hundreds(words []token, i *int) (n float64) {
	for k := *i + 1; k < len(words); k++ {
		if v := numeralAt(words, k); v > 0 && v < 1000 {
			n, *i = n+v, k
		} else if words[k].word != "e" && words[k].word != "y" && words[k].word != "and" {
			break
		}
	}
	return n
}

// Number reads digits with the points and commas of either custom: 1.200,50 and
// 1,200.50 are the same, and so are 1.200 and 1,200. Three digits behind the only
// mark are thousands.
func Number(digits string) (float64, bool) {
	point, comma := strings.LastIndexByte(digits, '.'), strings.LastIndexByte(digits, ',')
	last := max(point, comma)
	whole, part := digits, ""
	if last >= 0 && (len(digits)-last-1 != 3 || point >= 0 && comma >= 0) && strings.Count(digits, digits[last:last+1]) == 1 {
		whole, part = digits[:last], digits[last+1:]
	}
	whole = strings.NewReplacer(".", "", ",", "").Replace(whole)
	n, err := strconv.ParseFloat(whole+"."+part+"0", 64)
	return n, err == nil
}

var (
	thousands = lang.Set("mil k thousand grand lucas")
	numerals  = map[string]float64{
		"um": 1, "uma": 1, "one": 1, "un": 1, "dois": 2, "duas": 2, "two": 2, "dos": 2, "tres": 3, "three": 3, "quatro": 4, "four": 4, "cuatro": 4, "cinco": 5, "five": 5, "seis": 6, "six": 6,
		"sete": 7, "seven": 7, "siete": 7, "oito": 8, "eight": 8, "ocho": 8, "nove": 9, "nine": 9, "nueve": 9, "dez": 10, "ten": 10, "diez": 10, "onze": 11, "eleven": 11, "doze": 12, "twelve": 12,
		"treze": 13, "thirteen": 13, "trece": 13, "catorze": 14, "quatorze": 14, "fourteen": 14, "catorce": 14, "dezesseis": 16, "dezasseis": 16, "sixteen": 16, "dieciseis": 16, "dezessete": 17, "dezassete": 17, "seventeen": 17, "diecisiete": 17,
		"dezoito": 18, "eighteen": 18, "dieciocho": 18, "dezenove": 19, "dezanove": 19, "nineteen": 19, "diecinueve": 19,
		"quinze": 15, "fifteen": 15, "quince": 15, "vinte": 20, "twenty": 20, "veinte": 20, "trinta": 30, "thirty": 30, "treinta": 30, "quarenta": 40, "forty": 40, "cuarenta": 40, "cinquenta": 50, "fifty": 50, "cincuenta": 50,
		"sessenta": 60, "sixty": 60, "sesenta": 60, "setenta": 70, "seventy": 70, "oitenta": 80, "eighty": 80, "ochenta": 80, "noventa": 90, "ninety": 90, "cem": 100, "cento": 100, "cien": 100, "ciento": 100, "hundred": 100,
		"duzentos": 200, "duzentas": 200, "doscientos": 200, "trezentos": 300, "trescientos": 300, "quatrocentos": 400, "cuatrocientos": 400, "quinhentos": 500, "quinientos": 500, "seiscentos": 600, "seiscientos": 600, "setecentos": 700, "oitocentos": 800, "novecentos": 900,
	}
)
