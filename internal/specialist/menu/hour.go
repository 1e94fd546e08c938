package menu

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// timeOf is the time by which dishes are served: the hour at which the guest last said
// they come ("sábado às 13h", "tonight around 8"), else that of the scene. told is that
// hour, or "".
func (w *Waiter) timeOf(s *scene.Scene) (at time.Time, told string) {
	if at = s.Now; at.IsZero() {
		at = w.now()
	}
	for _, said := range append([]string{s.Message}, reversed(s.Said)...) {
		if minute, ok := hourTold(said); ok {
			at = time.Date(at.Year(), at.Month(), at.Day(), minute/60, minute%60, 0, 0, at.Location())
			return at, at.Format("15:04")
		}
	}
	return at, ""
}

func reversed(all []string) []string {
	all = slices.Clone(all)
	slices.Reverse(all)
	return all
}

// hourTold reads at which minute of the day a message says that somebody comes to eat. An
// hour of something else, such as of a flight, is none, and of several the last counts.
func hourTold(message string) (minute int, ok bool) {
	for _, sentence := range strings.FieldsFunc(message, func(r rune) bool { return strings.ContainsRune(".!?;\n", r) }) {
		folded := " " + strings.Join(strings.Fields(lang.Fold(strings.NewReplacer(":", "h", "p.m", "pm", "a.m", "am").Replace(sentence))), " ") + " "
		if hasAny(folded, otherHours) {
			continue
		}
		for _, m := range coming().FindAllStringSubmatch(folded, -1) {
			hour, _ := strconv.Atoi(m[1] + m[3])
			past, _ := strconv.Atoi(m[2] + m[4])
			if hour > 23 || past > 59 {
				continue
			}
			if hour < 12 && !hasAny(folded, morning) && (hour < 10 || hasAny(folded, evening)) {
				hour += 12
			}
			minute, ok = hour*60+past, true
		}
	}
	return minute, ok
}

func hasAny(folded string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(folded, " "+w+" ") })
}

var (
	// "as 13h", "a las 21", "around 8", "umas 20h30", "8pm"; a number that counts something
	// ("as 2 sobremesas") is followed by its noun.
	coming = sync.OnceValue(func() *regexp.Regexp {
		const ends = `(?: (?:horas|hrs|hs|da|de la|de|no|na|en|in|on|for|hoje|hoy|tonight|today|tomorrow|amanha|manana|com|con|with|somos|e|y|and)\b| ?$)`
		return regexp.MustCompile(` (?:(?:as|pelas|umas|la pelas|a las|las|tipo|at|around|about|by)(?: umas| about| around)? (\d{1,2})(?: ?h ?(\d{2})?(?:rs|oras|s)?)?(?: ?(?:am|pm))?` + ends + `|(\d{1,2})(?:h(\d{2})?s?| ?am| ?pm)\b)`)
	})
	morning    = strings.Split("am,da manha,de la manana,manha,morning,cafe da manha,breakfast,desayuno,desayunar", ",")
	evening    = strings.Split("pm,noite,da noite,noche,tonight,evening,jantar,dinner,cena,cenar,supper", ",")
	otherHours = strings.Split("fecha,fecham,fechar,close,closes,cierra,cierran,abre,abrem,open,opens,abren,voo,flight,vuelo,check in,checkin,check out,checkout,missa,reuniao,meeting,cinema,show", ",")
)
