package menu

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// mayAfterAll returns what a folded clause says that the guest may have after
// all, and so takes back: "não sou alérgico a camarão", "posso comer glúten
// sim", "esqueça minha alergia a ovo". It must be plain: the clause says that
// and nothing else, of things that are known, and the message nowhere limits or
// doubts it.
func mayAfterAll(clause, message string) (things []string, ok bool) {
	if !says(" "+clause+" ", mayBegin) {
		return nil, false // as nearly all
	}
	m := mayHave().FindStringSubmatch(clause)
	if m == nil || limited(message) {
		return nil, false
	}
	rest := strings.TrimSpace(strings.Join(m[1:], ""))
	for again := true; again; { // "camarão sim, normalmente"
		again = false
		for _, tail := range trailing {
			if cut, found := strings.CutSuffix(" "+rest, " "+tail); found {
				rest, again = strings.TrimSpace(cut), true
			}
		}
	}
	if rest == "" && drinking().MatchString(clause) {
		return []string{"sem álcool"}, true
	}
	for thing := range strings.SplitSeq(joined().ReplaceAllString(rest, ","), ",") {
		words := strings.Fields(thing)
		for len(words) > 0 && leading[words[0]] {
			words = words[1:]
		}
		thing = strings.Join(words, " ")
		if thing == "" || len(words) > 4 || barred(thing) == 0 && len(dietsOf(thing)) == 0 && !isFood(thing) && !isDiet(thing) {
			return nil, false
		}
		things = append(things, thing)
		if m[5]+m[6] != "" && knowledge().class(thing) == bit("glúten") {
			things = append(things, "celíaco") // who only denies an allergy may be that
		}
	}
	return things, true
}

// limited reports whether a message limits or doubts what it says.
func limited(message string) bool {
	return limiting().MatchString(onlyOthers().ReplaceAllString(message, " "))
}

// beyondFreed returns a message without the clauses that only take something
// back: to the ontology "não sou alérgico a camarão" rules out camarão.
func beyondFreed(message string) string {
	clauses := strings.FieldsFunc(message, func(r rune) bool { return strings.ContainsRune(",;.!\n", r) })
	kept := slices.DeleteFunc(slices.Clone(clauses), func(clause string) bool {
		folded := lang.Fold(clause)
		_, freed := mayAfterAll(folded, folded)
		return freed && !strings.Contains(clause, "?") || onlyOthers().MatchString(folded) || says(" "+folded+" ", mistaken)
	})
	if len(kept) == len(clauses) {
		return message
	}
	return strings.TrimSpace(strings.Join(kept, ","))
}

// covered reports whether one of some things is what a constraint is about.
func covered(things []string, constraint string) bool {
	return slices.ContainsFunc(things, func(thing string) bool { return covers(thing, constraint) })
}

// less returns constraints without those that things cover.
func less(constraints, things []string) []string {
	return slices.DeleteFunc(slices.Clone(constraints), func(c string) bool { return covered(things, c) })
}

// covers reports whether who may have a thing, or keeps to a diet no longer, is
// no longer bound by a constraint: it is the same by another name or in another
// language, what it rules out is all of one class that is named (crustáceos for
// camarão, and not the other way round), or it rules out meat and they eat it.
func covers(thing, constraint string) bool {
	f, c := lang.Fold(thing), lang.Fold(constraint)
	o, k := knowledge().food, knowledge()
	if f == c || strings.Contains(f, "eliac") && strings.Contains(c, "eliac") || strings.HasPrefix(f, "lactos") && strings.HasPrefix(c, "lactos") {
		return true
	}
	if some := dietsOf(c); len(some) > 0 {
		return slices.ContainsFunc(dietsOf(f), func(d diet) bool { return d.name == some[0].name })
	}
	of := func(text string) (all []int) {
		for _, m := range o.Read(text) {
			all = append(all, m.Concept)
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	group := func(concept int) bool { return slices.Contains(k.concepts, concept) } // milk and lactose are of one
	if same := of(f); len(same) > 0 && slices.Equal(same, of(c)) && !slices.ContainsFunc(same, group) {
		return true
	}
	if isDiet(c) {
		meat, ok := o.ID("carne")
		return ok && slices.Contains(of(f), meat) && slices.Contains(excluded(c), meat)
	}
	bars := barred(c)
	return bars != 0 && bars == k.class(f)
}

// class returns the one allergen that a word is a name of, in any language. One
// may have some nuts and not others, or milk but no lactose: those are none.
func (k *what) class(word string) set {
	words := strings.Fields(word)
	s, n := k.spelt.at(words)
	if n == 0 || n < len(words) || s == bit("castanhas") || partOf().MatchString(word) {
		return 0
	}
	return s
}

var partOf = pattern.Of(`^(?:lactos|trigo|wheat|farinha|harina|tacc|cerea|aplv|proteina|derivados)`)

var (
	mayHave = pattern.Of(`^(?:(?:mas|pero|but|e|na verdade|na real|alias|actually|en realidad|desculpa|desculpe|sorry|perdon|ah|oh|ops|oops|eu|yo|i|ja|agora|hoje|now|ahora|ok|bom|well|pode|podes|please|por favor|can you|me enganei|errei|sim|yes|si)\s+)*(?:` +
		`(?:nao sou|nao somos|nunca fui|deixei de ser|no soy|no somos|ya no soy|m not|am not|i m not|we re not|i m no longer|i am no longer|m no longer|am no longer)(?: mais| realmente| really| actually)? (?:alergic[oa]s?|allergic|intolerantes?|intolerant)(?: mais| anymore)? (?:a|ao|aos|as|to|al|a la|a los) (.+)` +
		`|(?:nao tenho|nao tenho mais|no tengo|ya no tengo|don t have|have no|do not have)(?: mais)?(?: an?| any| uma| nenhuma| ninguna)? (?:alergia|intolerancia|allergy|intolerance) (?:a|ao|aos|as|to|al|a la|a los) (.+)` +
		`|(?:don t have|do not have|no longer have)(?: an?| any)? (.+) (?:allergy|intolerance)` +
		`|(?:nao sou|nao somos|nao estou|deixei de ser|no soy|no somos|no estoy|ya no soy|i m not|m not|am not|we re not|m no longer|am no longer)(?: mais| ya)?(?: an?)? ([a-z]+)(?: mais| anymore)?` +
		`|(?:posso|podemos|consigo|puedo|can|do)(?: sim)?(?: comer| tomar| beber| eat| have| drink)? (.+)` +
		`|(?:como|comemos|eat|we eat|bebo|drink) (.+)` +
		`|(?:esque[cç][a-z]*|ignor[a-z]*|desconsider[a-z]*|forget|olvid[a-z]*|remov[a-z]*|tir[ae][a-z]*|apag[a-z]*|delete|drop|quit[ae][a-z]*)(?: about| de)?(?: a| o| la| el| the| essa| that| aquela)?(?: minha| my| mi)? (?:alergia|intolerancia|restricao|restriccion|allergy|intolerance|dieta)(?: a| ao| aos| as| de| com| to| al| a la| a los)? (.+)` +
		`|(?:forget|drop|remove|ignore)(?: about)? my (.+) (?:allergy|intolerance|diet|restriction)` +
		`|(?:esque[cç][a-z]*|ignor[a-z]*|desconsider[a-z]*|forget|olvid[a-z]*)(?: que| that)?(?: eu| yo| i)? (?:sou|soy|m|am|i m)(?: (?:alergic[oa]|allergic|intolerante|intolerant) (?:a|ao|to|al|a la))? (.+)` +
		`)$`)
	mayBegin   = []string{"nao sou", "nao somos", "nao estou", "nao tenho", "nunca fui", "deixei de", "no soy", "no somos", "no estoy", "no tengo", "ya no", "m not", "am not", "re not", "m no longer", "am no longer", "no longer have", "don t have", "do not have", "have no", "posso", "podemos", "consigo", "puedo", "can ", "do ", "como ", "comemos", "eat ", "bebo", "drink", "esque", "ignor", "desconsider", "forget", "olvid", "remov", "tir", "apag", "delete", "drop", "quit"}
	limiting   = pattern.Of(`\b(?:so|somente|apenas|only|solo|solamente|se|if|si es|desde que|contanto|as long as|siempre que|exceto|menos|salvo|except|unless|a menos|pouco|pouca|poco|little|bit|as vezes|sometimes|a veces|acho|talvez|maybe|perhaps|think|creo|quizas|quase|almost|casi|traco|tracos|traces|cozid[oa]|cooked|cocid[oa]|cru|crua|raw)\b`)
	onlyOthers = pattern.Of(`\b(?:so|somente|apenas|only|just|solo|solamente)\s+(?:e\s+|is\s+|es\s+)?(?:(?:a|o|la|el)\s+)?(?:ela|ele|elas|eles|dela|dele|ella|ellas|ellos|her|hers|him|his|she|he|them|they|para ela|pra ela|(?:a |o )?(?:minha|meu|my|mi)\s+[a-z]+)\b` +
		`|\beu (?:nao|como de tudo|posso (?:comer )?(?:de )?tudo|como tudo)$|\b(?:yo no|not me|i m not|i am not|eu nao sou|yo no soy)$|\b(?:yo como de todo|i (?:can )?eat (?:everything|anything)|i m fine with everything)\b`)

	drinking = pattern.Of(`\b(?:beber|tomar alcool|bebo|drink)\b`)
	joined   = pattern.Of(`\s+(?:e|ou|nem|y|o|ni|and|or|nor)\s+`)
	leading  = lang.Set("a o as os the la el los las an um uma de com any sim")
	trailing = []string{"sim", "tambem", "normalmente", "normal", "tranquilo", "tranquilamente", "numa boa", "sem problema", "sem problemas", "mais", "anymore", "any more", "after all", "agora", "now", "yes", "too", "tambien", "sin problema", "sin problemas", "just fine", "fine", "me enganei", "errei", "foi engano", "foi um engano", "my mistake", "i was wrong", "me equivoque", "na verdade", "actually", "ahora", "afinal", "por favor", "please"}
	forgets  = []string{"esquec", "olvid", "forget my", "ignore my", "desconsider"}
)
