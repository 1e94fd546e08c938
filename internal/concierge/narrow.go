package concierge

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/llm"
)

// narrowed is the last search without what words rule out, where they wish for nothing besides and
// nothing is ordered yet: "mas sem coco, por favor". The kitchen need not be asked for that.
func (a asked) narrowed() []llm.ToolCall {
	asks := a.act == "find_dishes" || a.act == "other" || a.act == "more"
	if !asks && (a.act != "order" && a.act != "no" || len(a.lastTold()) < 2) || !a.follows() && a.last != "consent" || len(a.tab()) > 0 || len(a.courses()) > 0 || a.says("eat") {
		return nil
	}
	if a.says("some") || a.says("shared") || len(a.by()) > 0 && a.says("than") || a.act == "order" && a.says("want") || a.has("ref") && a.questions() {
		return nil
	}
	var bars []string
	for _, s := range a.spans {
		if !slices.Contains(wishKinds, s.Kind) || s.Kind == "place" {
			continue
		}
		at := strings.LastIndex(a.text, s.Text)
		if s.Kind == "diet" || s.P != "not" && s.P != "dislike" && s.P != "cannot" && !s.Drop && (at < 0 || !a.ruledOut(at) || asksNot().MatchString(words(a.text[:at]))) {
			return nil
		}
		bars = append(bars, "sem "+s.Text)
	}
	if len(bars) == 0 {
		return nil
	}
	var all []llm.ToolCall
	for _, c := range a.again {
		in := args{}
		if c.Name != "find_dishes" || json.Unmarshal([]byte(c.Args), &in) != nil {
			continue
		}
		delete(in, "heard")
		wish, _ := in["wish"].(string)
		in["wish"] = strings.TrimPrefix(wish+", "+strings.Join(bars, ", "), ", ")
		in.put("for", a.eaters())
		in.put("others", a.says("other"))
		in.put("max_price", a.most())
		in.put("sort", strings.Join(a.sorts()[:min(1, len(a.sorts()))], ""))
		all = append(all, call(c.Name, in)...)
	}
	return all
}

// regions are the parts of the country, each a use of words/menu.txt.
var regions = []string{"norte", "nordeste", "sul", "sudeste"}

// region is the part of the country of which food is wished for: "algo do norte", "a dessert from the south".
func (a asked) region() string {
	all := spots(a.text)
	for i, w := range all {
		of := a.cooksOf(w.from, w.to) || i > 0 && slices.Contains(definite, all[i-1].word) && a.near(all[i-1].from, 1, "of_place") && !a.near(w.from, 5, "lives")
		if state := i > 1 && all[i-2].word == "grande"; !of || state {
			continue
		}
		for _, name := range regions {
			if is(w.word, name) {
				return "comida do " + name
			}
		}
	}
	return ""
}

// withRegion is a wish with the region that a message names, said once.
func (a asked) withRegion(wish string) string {
	region := a.region()
	if region == "" {
		return wish
	}
	parts := slices.DeleteFunc(strings.Split(wish, ", "), func(part string) bool {
		said := slices.ContainsFunc(spots(part), func(w spot) bool {
			return slices.ContainsFunc(regions, func(r string) bool { return is(w.word, r) })
		})
		return part == "" || said || part == "amazonica" || part == "nordestina"
	})
	return strings.Join(append(parts, region), ", ")
}
