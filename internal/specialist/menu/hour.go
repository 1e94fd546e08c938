package menu

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// timeOf is the time by which dishes are served: the hour at which the guest last said
// they come ("sábado às 13h", "tomorrow night"), else that of the scene. told is that
// hour, or "". It is not sure if they spoke of another day, or the house is asleep.
func (w *Waiter) timeOf(s *scene.Scene) (at time.Time, told string, sure bool) {
	if at = s.Now; at.IsZero() {
		at = w.now()
	}
	var come visit
	s.Load(visitNote, &come)
	for _, said := range slices.Backward(append(slices.Clip(s.Said), s.Message)) {
		if said == come.Said && !come.At.IsZero() {
			return come.At, come.At.Format("15:04"), true
		}
		told := toldIn(said)
		if told.ok && told.minute < 0 {
			return at, "", false
		}
		if told.ok {
			if stay, ok := staydate.Dates(said, at); ok && stay.Start.After(at) { // "sábado às 13h"
				at = stay.Start
			}
			at = time.Date(at.Year(), at.Month(), at.Day(), told.minute/60, told.minute%60, 0, 0, at.Location())
			return at, at.Format("15:04"), true
		}
	}
	return at, "", at.Hour() >= awake
}

// toldIn reads at which minute of the day a message says that somebody comes, if it does.
var toldIn = recent.Texts(512, func(said string) (t struct {
	minute int
	ok     bool
},
) {
	folded := sentences(said)
	if t.minute, t.ok = hourTold(folded); !t.ok {
		t.minute, t.ok = partTold(folded)
	}
	return t
})

// A visit is when the guest comes, as whoever decides has read it in a message. It holds
// until another message names an hour.
type visit struct {
	At   time.Time `json:"at"`
	Said string    `json:"said"`
}

const visitNote = "menu.visit"

// come notes when the guest comes: "2026-11-21 13:00", or an hour of today.
func come(s *scene.Scene, when string) error {
	when = strings.Replace(strings.TrimSpace(when), "T", " ", 1)
	at, err := time.ParseInLocation("2006-01-02 15:04", when[:min(len(when), 16)], s.Now.Location())
	if err != nil {
		if at, err = time.ParseInLocation("15:04", when, s.Now.Location()); err != nil {
			return fmt.Errorf("when is written as 2026-11-21 13:00, not %q", when)
		}
		at = time.Date(s.Now.Year(), s.Now.Month(), s.Now.Day(), at.Hour(), at.Minute(), 0, 0, at.Location())
	}
	return s.Save(visitNote, visit{at, s.Message})
}

// awake is the hour from which on a guest may mean the present one.
const awake = 6

// partTold reads at which minute a message says that somebody eats by a day and a part of
// it: "quinta à noite" is 20:00. Of a day alone the minute is -1.
func partTold(message []string) (minute int, ok bool) {
	for _, folded := range message {
		folded = greetings.Replace(folded)
		switch day := hasAny(folded, days); {
		case hasAny(folded, otherHours):
		case (day || hasAny(folded, today)) && hasAny(folded, evening):
			minute, ok = 20*60, true
		case (day || hasAny(folded, today)) && hasAny(folded, noon):
			minute, ok = 13*60, true
		case day:
			minute, ok = -1, true
		}
	}
	return minute, ok
}

// greetings are no part of a day: "boa noite, hoje …" may be said at five.
var greetings = strings.NewReplacer(" boa noite ", " ", " good evening ", " ", " buenas noches ", " ")

// sentences are those of a message, folded, with a space at both ends.
func sentences(message string) (all []string) {
	for _, sentence := range strings.FieldsFunc(message, func(r rune) bool { return strings.ContainsRune(".!?;\n", r) }) {
		all = append(all, " "+strings.Join(strings.Fields(lang.Fold(strings.NewReplacer("p.m", "pm", "a.m", "am").Replace(clockColon().ReplaceAllString(sentence, "${1}h$2")))), " ")+" ")
	}
	return all
}

// hourTold reads at which minute of the day a message says that somebody comes to eat. An
// hour of something else, such as of a flight, is none, and of several the last counts.
func hourTold(message []string) (minute int, ok bool) {
	for _, folded := range message {
		if hasAny(folded, otherHours) {
			continue
		}
		for _, m := range coming().FindAllStringSubmatch(folded, -1) {
			hour, _ := strconv.Atoi(m[1] + m[3])
			past, _ := strconv.Atoi(m[2] + m[4])
			if hasAny(folded, []string{m[1] + " e meia", m[1] + " y media"}) && m[1] != "" {
				past = 30
			}
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

var clockColon = pattern.Of(`(\d):(\d\d)`)

var (
	// "as 13h", "a las 21", "around 8", "umas 20h30", "8pm"; a number that counts something
	// ("as 2 sobremesas") is followed by its noun.
	coming = pattern.Of(` (?:(?:as|pelas|umas|la pelas|a las|las|tipo|at|around|about|by)(?: umas| about| around)? (\d{1,2})(?: ?h ?(\d{2})?(?:rs|oras|s)?)?(?: ?(?:am|pm))?` +
		`(?: (?:horas|hrs|hs|da|de la|de|no|na|en|in|on|for|hoje|hoy|tonight|today|tomorrow|amanha|manana|com|con|with|somos|e|y|and)\b| ?$)` + `|(\d{1,2})(?:h(\d{2})?s?| ?am| ?pm)\b)`)
	morning    = strings.Split("am,da manha,de la manana,manha,morning,cafe da manha,breakfast,desayuno,desayunar", ",")
	evening    = strings.Split("pm,noite,da noite,noche,night,tonight,evening,jantar,jantamos,dinner,cena,cenar,cenamos,supper", ",")
	otherHours = strings.Split("fecha,fecham,fechar,close,closes,cierra,cierran,abre,abrem,open,opens,abren,voo,flight,vuelo,check in,checkin,check out,checkout,missa,reuniao,meeting,cinema,show,"+
		"era,foi,estive,estava,passava,passavam,ontem,esperei,esperamos,demorou,reclamacao,plantao,turno,em pe,seguidas,de viagem,"+
		"was,were,waited,yesterday,last night,took,complaint,shift,on my feet,straight,fue,estuve,estuvimos,ayer,anoche,espere,tardo,tardaron,queja,guardia,de pie", ",")
	days  = strings.Split("amanha,manana,tomorrow,sabado,domingo,sexta,lunes,martes,miercoles,jueves,viernes,monday,tuesday,wednesday,thursday,friday,saturday,sunday,segunda-feira,terca-feira,quarta-feira,quinta-feira,sexta-feira,quinta", ",")
	today = strings.Split("hoje,agora,esta,hoy,ahora,today,now,this,tonight", ",")
	noon  = strings.Split("almoco,almocar,almocamos,lunch,almuerzo,almorzar,almorzamos,meio-dia,mediodia,noon", ",")
)
