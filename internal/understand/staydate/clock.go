package staydate

import (
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// Clock is a time of day as a guest says it: "às sete e meia da noite", "half past 7", "20h".
type Clock struct {
	Said         string // the words of it, folded, numbers in digits: "7 e meia da noite"
	Hour, Minute int    // as they were said: 7, 30
	Late, Early  bool   // said to be after noon, or before it
	Exact        bool   // written as clocks show it: "7:30", "20h"
}

// ClockIn reads the first time of day in a text. Alone says that the text is nothing but a
// time, so that a bare number is one: "8".
func ClockIn(text string, alone bool) (c Clock, ok bool) {
	said := midnight().ReplaceAllString(noon().ReplaceAllString(spelled(text), "12 h"), "0 h")
	for _, m := range clock().FindAllStringSubmatchIndex(said, -1) {
		group := func(name string) string {
			if i := 2 * clock().SubexpIndex(name); m[i] >= 0 {
				return strings.TrimSpace(said[m[i]:m[i+1]])
			}
			return ""
		}
		c = Clock{Said: strings.TrimSpace(said[m[0]:m[1]])}
		c.Hour, _ = strconv.Atoi(group("hour"))
		c.Minute, _ = strconv.Atoi(group("minute") + group("and"))
		past := group("past") + group("and") // "half past", "e meia"
		switch {
		case isHalf().MatchString(past):
			c.Minute = 30
		case isQuarter().MatchString(past):
			c.Minute = 15
		}
		if strings.HasSuffix(past, "to") { // "a quarter to eight"
			c.Hour, c.Minute = c.Hour-1, 60-c.Minute
		}
		part := group("part")
		c.Late, c.Early = part != "" && !isEarly().MatchString(part), isEarly().MatchString(part) || group("hour")[0] == '0'
		c.Exact = group("h")+group("minute") != ""
		next, _, _ := strings.Cut(said[m[1]:]+" ", " ")
		cue := group("at") != "" && !counted[book().words[next].class] || group("h")+group("minute")+past != "" || part != "" && c.Hour <= 12
		if (cue || alone) && c.Hour >= 0 && c.Hour < 24 && c.Minute < 60 {
			return c, true
		}
	}
	return Clock{}, false
}

// spelled is a text folded, a space after every word, its numbers in digits: "as 7 e meia ".
func spelled(text string) string {
	var all []string
	for _, w := range clockWord().FindAllString(text, -1) { // with the marks of "dia 3/10, 25 pessoas", which has no time
		w = lang.Fold(w)
		last := len(all) - 1
		if m := book().words[w]; m.class == "number" || m.class == "spanish" && last >= 0 && all[last] == "las" {
			if m.n < 10 && last > 0 && all[last-1] == "20" && (all[last] == "e" || all[last] == "y") { // "vinte e uma"
				all, m.n = all[:last-1], m.n+20
			}
			w = strconv.Itoa(m.n)
		}
		all = append(all, w)
	}
	return strings.Join(all, " ") + " "
}

// counted are the classes of what a number counts that is no time: "as 4 pessoas".
var counted = lang.Set("person adult couple kin age pet count day night week months month")

var (
	clockWord = pattern.Of(`\p{L}+|\d+|,\s|/`)
	noon      = pattern.Of(`\b(meio dia|mediodia|noon|midday)\b`)
	midnight  = pattern.Of(`\b(meia noite|medianoche|midnight)\b`)
	isHalf    = pattern.Of(`\b(meia|media|half)\b`)
	isQuarter = pattern.Of(`\b(quarter|cuarto)\b`)
	isEarly   = pattern.Of(`^(a ?m|manha|manana|morning|madrugada)`)
	clock     = pattern.Of(`(?P<at>\b(?:as|las|a la|at|pelas|pras|das) )?(?P<past>\b(?:half past|quarter past|quarter to) )?\b(?P<hour>\d{1,2}) ` +
		`(?P<h>(?:h|hs|hrs?|horas?|hours|o clock|oclock) )?(?P<minute>[0-5]\d )?(?:(?:e|y|and) (?P<and>(?:meia|media|half|cuarto|[1-5]\d) ))?(?:em ponto |en punto |sharp )?` +
		`(?:(?:da|de la|por la|pela|in the|at) )?(?P<part>(?:a m|am|p m|pm|noite|tarde|manha|madrugada|night|evening|afternoon|morning|noche|tardecita|manana)\b)?`)
)
