package chat

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// subsets are all houses there can be, by what they talk about.
func subsets() [][]string {
	var all [][]string
	for bits := range 1 << len(topics) {
		var some []string
		for i, name := range topics {
			if bits>>i&1 == 1 {
				some = append(some, name)
			}
		}
		all = append(all, some)
	}
	return all
}

// mentions tells what topics a text of ours brings up: by the words of guests,
// which are many more than we use ourselves.
func mentions(t *testing.T, language lang.Language, text string) (all []string) {
	t.Helper()
	file, err := os.ReadFile("testdata/topics." + string(language) + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, list := range wordfile.Entries(string(file)) {
		if matches(" "+lang.Fold(text)+" ", phrases(list)) {
			all = append(all, name)
		}
	}
	return all
}

// gap is where a placeholder was filled with nothing.
var gap = regexp.MustCompile(`  | [.,:;?!]`)

func TestNothingIsSaidOfATopicThatIsNotThere(t *testing.T) {
	name := strings.Repeat("x", 60) // as long as cleanName lets it be
	for language, tongue := range tongues() {
		says := phrasing{texts.In(language)}
		for _, there := range subsets() {
			for _, k := range append(slices.Clone(kinds), missing, unknown) {
				texts := says.answers(k, there, name)
				if len(texts) < 2 && k != emergency { // which is no time for variety
					t.Errorf("%s, %v: %d answers to %s, want some variety", language, there, len(texts), k)
				}
				for _, text := range texts {
					where := fmt.Sprintf("%s, %v: to %s: %s", language, there, k, text)
					if said := mentions(t, language, text); slices.ContainsFunc(said, func(name string) bool { return !slices.Contains(there, name) }) {
						t.Errorf("%v is brought up in %s", said, where)
					}
					if strings.ContainsAny(text, "{}") || gap.MatchString(text) {
						t.Errorf("a placeholder is left, or filled with nothing, in %s", where)
					}
					for m := noMoment; m < len(tongue.moments); m++ {
						if n := utf8.RuneCountInString(says.opening(k, m) + text); n > 300 {
							t.Errorf("%d characters are too many in %s", n, where)
						}
					}
					if got, _ := lang.Detect(text); got != language {
						t.Errorf("this reads as %q: %s", got, where)
					}
				}
			}
		}
	}
}

// If our own words for a topic were not known as such, the test above would
// prove nothing.
func TestTopicsAreKnownByTheirNamesAndExamples(t *testing.T) {
	for language := range tongues() {
		says := phrasing{texts.In(language)}
		for _, name := range topics {
			for _, text := range []string{says.Chat.Topics[name], says.Chat.Wishes[name]} {
				if got := mentions(t, language, text); !slices.Equal(got, []string{name}) {
					t.Errorf("%s: %q is about %v, want %s", language, text, got, name)
				}
			}
		}
		for _, k := range []kind{greeting, who, can, yes, offTopic, missing, unknown} {
			all := strings.Join(says.answers(k, topics, ""), " ")
			if got := mentions(t, language, all); !slices.Equal(got, topics) {
				t.Errorf("%s: to %s it speaks of %v, want %v", language, k, got, topics)
			}
		}
	}
}
