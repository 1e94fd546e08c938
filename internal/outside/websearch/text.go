package websearch

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/outside/webclient"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/ui"
)

// Source is a page that a summary rests on.
type Source struct {
	Title string `json:"title"` // never empty
	URL   string `json:"url"`   // https
}

const (
	maxSentences = 3   // document 000
	maxSummary   = 600 // characters
	maxSources   = 5
	maxTitle     = 100 // characters
	maxLink      = 2000
)

// summary makes of what a model wrote a text of up to three whole sentences.
func summary(text string) string {
	text = strings.TrimSpace(spaced().ReplaceAllString(addresses().ReplaceAllString(plain(text), ""), "$1$2"))
	ends := sentences(text)
	for n := min(len(ends), maxSentences); n > 0; n-- {
		if s := strings.TrimSpace(text[:ends[n-1]]); utf8.RuneCountInString(s) <= maxSummary {
			return s
		}
	}
	return cut(text, maxSummary)
}

var (
	// marked is markup, whose words stay: those of a link are its second group.
	marked = pattern.Of(`(?m)^\s*(?:[-•#>]+|\d{1,2}[.)])\s+|!\[[^\]]*\]\s*(?:\([^)]*\)|\[[^\]]*\])|\(\[[^\]]*\]\([^)]*\)\)|(\[)([^\]]*)\]\([^)]*\)|\[\d+(?:,\s*\d+)*\]|【[^】]*】`)
	signs  = pattern.Of("[*_`~|<>\\[\\]\\\\]")
	// links are what is left of them, and brackets in which they stood.
	links  = pattern.Of(`(?i)\(?(?:[a-z0-9+.-]*://|\b(?:www\.|mailto:|javascript:|data:))(?:\S*[^\s.,;:!?()])?\)?|\(\s*\)`)
	spaced = pattern.Of(`\s+([.,;:!?])|(\s)\s+`)
	// addresses are those that are written without a scheme. In titles, which are
	// often no more than that, they stay.
	addresses = pattern.Of(`(?i)\b[a-z0-9][a-z0-9.-]*\.(?:com|net|org|info|biz|io|app|dev|site|online|xyz|top|shop|store|link|click|ru|cn|example|[a-z]{3}\.br)\b(?:/\S*[^\s.,;:!?()])?`)
)

// plain makes of a text of the web or of a model one line of words, without
// markup and links. Signs go before links, of which they may keep parts apart; a
// text in which what is taken out brings together another link is worth nothing.
func plain(s string) string {
	s = marked().ReplaceAllString(ui.Clean(s), "$2")
	s = links().ReplaceAllString(signs().ReplaceAllString(s, ""), "")
	if links().MatchString(s) {
		return ""
	}
	return strings.TrimSpace(spaced().ReplaceAllString(strings.Join(strings.Fields(s), " "), "$1$2"))
}

// stop is the end of a sentence, with the word before it and what the next begins with.
var stop = pattern.Of(`(\S*)[.!?…]["'”’»)]*(\s+\P{Ll}|\s*$)`)

// sentences returns where the sentences of a text end. The stop of an initial, or of an
// abbreviation that a name goes on after, is none: "J. Smith", "St. Louis".
func sentences(text string) []int {
	var ends []int
	for _, m := range stop().FindAllStringSubmatchIndex(text, -1) {
		word := strings.ToLower(text[m[2]:m[3]])
		if m[4] == m[5] || len(word) > 1 && !slices.Contains([]string{"st", "ste", "mt", "ft", "dr", "mr", "mrs", "sr", "co", "bros", "u.s", "no"}, word) {
			ends = append(ends, m[4])
		}
	}
	if len(ends) == 0 || ends[len(ends)-1] < len(text) {
		ends = append(ends, len(text)) // the last has no stop
	}
	return ends
}

// cut shortens a text, at a space if there is one.
func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	s = string([]rune(s)[:most-1])
	if i := strings.LastIndexByte(s, ' '); i > 0 {
		s = s[:i]
	}
	return strings.TrimRight(s, " ,;:.!?") + "…"
}

// sources returns the pages that are fit to be linked, each once, and of these only those that the
// words rest on if that is known.
func sources(g *llm.Grounding) (all []Source) {
	cited := map[int]bool{}
	for _, s := range g.Supports {
		for _, i := range s.Sources {
			cited[i] = true
		}
	}
	for i, s := range g.Sources {
		u, err := url.Parse(s.URL)
		if len(all) == maxSources || len(cited) > 0 && !cited[i] || len(s.URL) > maxLink ||
			err != nil || u.Scheme != "https" || u.User != nil || webclient.Host(s.URL) == "" {
			continue
		}
		page := Source{cmp.Or(cut(plain(s.Title), maxTitle), webclient.Host(s.URL)), u.String()}
		if !slices.ContainsFunc(all, func(s Source) bool { return s.URL == page.URL }) {
			all = append(all, page)
		}
	}
	return all
}
