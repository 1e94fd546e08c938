package menu

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/ontology"
)

// Told reads what a guest says that they must not have: nobody else may have
// noticed. Whose it is does not matter, it is for the table; what may be an
// allergy is one, and so is a food that they do not eat. It is Unknown if they
// speak of an allergy and nobody can tell to what.
func Told(text string) (c hook.Constraints) {
	read := false // something was, if only that it is over
	for _, said := range memory.Detect([]string{text}) {
		if said.Kind != memory.Diet || said.Confidence < memory.ToWriteEnd {
			continue
		}
		if read = true; said.Retract {
			continue
		}
		word := lang.Fold(said.Value)
		switch {
		case strings.Contains(word, "eliac"):
			c.Allergies = append(c.Allergies, "glúten")
		case word == "aplv":
			c.Allergies = add(c.Allergies, []string{"leite"})
		case len(dietsOf(word)) > 0:
			c.Diets = add(c.Diets, []string{dietsOf(word)[0].name})
		case said.Key == "restriction" && len(ParseAllergens(word)) == 0:
			c.Diets = append(c.Diets, word)
		default:
			c.Allergies = append(c.Allergies, word)
		}
	}
	kept, _ := dietsIn(text)
	c.Diets = add(c.Diets, kept)
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".,;!?\n", r) }) {
		overhear(&c, lang.Fold(part))
	}
	c.Unknown = c.Unknown && !read && len(c.Allergies) == 0
	return c
}

// overhear adds what a folded clause names in a place where only what somebody
// must not have is named, be it a word or not: "allergic to milk and xyzzy".
func overhear(c *hook.Constraints, clause string) {
	note := func(to *[]string, word string) {
		heard := slices.ContainsFunc(slices.Concat(c.Allergies, c.Diets), func(h string) bool { return strings.Contains(spaced(h), " "+word+" ") })
		if len(word) > 3 && !heard && !asking[word] && !common[word] && !noThing[word] {
			*to = append(*to, word)
		}
	}
	unread := func(word string) bool { return len(ontology.Default().Read(word)) == 0 }
	if m := cannotEat().FindStringSubmatch(clause); m != nil && unread(m[1]) {
		note(&c.Allergies, m[1])
	}
	words := strings.Fields(clause)
	// A "no" may be the Portuguese one: "sou alérgico, o que tem no tutu".
	if slices.ContainsFunc(words, func(w string) bool { return denying[w] && w != "no" }) || strings.Contains(clause, "no allerg") || strings.HasPrefix(clause, "no ") {
		return
	}
	if slices.Contains(words, "aplv") {
		c.Allergies = add(c.Allergies, []string{"leite"})
	}
	if m := allergicTo().FindStringSubmatch(clause); m != nil {
		note(&c.Allergies, m[1])
		if unread(m[2]) {
			note(&c.Allergies, m[2])
		}
	}
	if m := ownDiet().FindStringSubmatch(clause); m != nil && unread(cmp.Or(m[1:]...)) {
		note(&c.Diets, cmp.Or(m[1:]...))
	}
	c.Unknown = c.Unknown || hasAllergy().MatchString(clause)
}

var (
	denying = lang.Set("nao no nope not non never nunca nada nenhum nenhuma nothing none anything ninguem nobody nadie sem without sin nem alguma alguna any")
	noThing = lang.Set(`nada nothing anything algum alguma algo alguem agora hoje tudo muito muita tanto tarde fora antes depois
		ainda much here late now before until yet ahora mucho todo minha minhas meus nossa nosso estou tenho preciso adoro gosto procuro moro want need have would love`)
	allergicTo = lazily(`\b(?:alergic[oa]s?|alergias?|allergic|allergy|intolerantes?|intolerant)\s+(?:a|ao|aos|as|to|al|a la|a los)\s+([a-z]+)(?:\s+(?:e|ou|and|or|y|o)\s+(?:a |ao |to |al )?([a-z]+))?`)
	cannotEat  = lazily(`\b(?:nao posso comer|can t eat|cannot eat|no puedo comer)\s+([a-z]+)`)
	hasAllergy = lazily(`\b(?:sou|somos|tenho|temos|esta|soy|tengo|tiene|i am|i m|i have|we have|he is|she is|has)\s+(?:\w+\s+){0,2}(?:alergic|alergia|allerg|intolera)|^(?:alergia|alergias|allergy|allergies)\b`)
	ownDiet    = lazily(`\b(?:sigo|faco|seguimos|seguindo|fazendo)\s+(?:a |uma |una |la )?dieta\s+(?:da |do |de )?([a-z]{3,})|\b(?:follow|on|keep|following)\s+(?:an?|the)\s+([a-z]{3,})\s+diet\b` +
		`|\b(?:sou|somos|soy|i am|i m|we are)\s+(?:an? )?(frutarian[oa]s?|fru[ic]?tarians?|frugivor[oa]s?|macrobiotic[oa]?s?|jains?|jainistas?|sikhs?|rastafaris?)\b`)
)
