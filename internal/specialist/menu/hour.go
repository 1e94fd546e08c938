package menu

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// timeOf is the time by which dishes are served: the hour at which the guest last said they come ("sábado às 13h",
// "tomorrow night"), else that of the scene. It is not sure if they spoke of another day, or the house is asleep.
func (w *Waiter) timeOf(s *scene.Scene) (at time.Time, sure bool) {
	if at = s.Now; at.IsZero() {
		at = w.now()
	}
	var come visit
	s.Load(visitNote, &come)
	for _, said := range slices.Backward(append(slices.Clip(s.Said), s.Message)) {
		if said == come.Said && !come.At.IsZero() {
			return come.At, true
		}
		switch minute := minuteTold(said); {
		case minute == anotherDay:
			return at, false
		case minute >= 0:
			if stay, ok := staydate.Dates(said, at); ok && stay.Start.After(at) { // "sábado às 13h"
				at = stay.Start
			}
			told := time.Date(at.Year(), at.Month(), at.Day(), minute/60, minute%60, 0, 0, at.Location())
			if told.Before(at) { // they are there by now
				return at, true
			}
			return told, true
		}
	}
	return at, at.Hour() >= awake
}

// awake is the hour from which on a guest may mean the present one.
const awake = 6

// A visit is when the guest comes, as whoever decides has read it in a message. It holds until another message names an hour.
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

// What minuteTold returns where no hour is told.
const (
	noHour     = -1
	anotherDay = -2
)

// greetings are no part of a day: "boa noite, hoje …" may be said at five.
var greetings = strings.NewReplacer("p.m", "pm", "a.m", "am", "boa noite", "", "good evening", "", "buenas noches", "")

// minuteTold reads at which minute of the day a message says that somebody comes to eat, by an hour or by a part of the
// day: "quinta à noite" is 20:00. An hour of something else, such as of a flight, is none.
var minuteTold = recent.Texts(512, func(said string) int {
	minute := noHour
	for sentence := range strings.FieldsFuncSeq(greetings.Replace(strings.ToLower(said)), func(r rune) bool { return strings.ContainsRune(".!?;\n", r) }) {
		words := strings.Fields(lang.Fold(sentence))
		has := func(use string) bool { return slices.ContainsFunc(words, func(w string) bool { return is(w, use) }) }
		if has("other_hours") {
			continue
		}
		c, ok := staydate.ClockIn(sentence, false)
		if _, behind, _ := strings.Cut(strings.Join(words, " "), c.Said+" "); ok { // "as 2 sobremesas", "12 horas na brasa"
			next, _, _ := strings.Cut(behind, " ")
			ok = !generic[next] && !(c.Said[0] <= '9' && strings.Contains(c.Said, " hour") || strings.Contains(c.Said, " hora"))
		}
		day := has("days")
		switch {
		case ok && (c.Hour >= 12 || c.Early || c.Hour >= 10 && !c.Late && !has("evening")):
			return c.Hour*60 + c.Minute
		case ok:
			return (c.Hour+12)*60 + c.Minute
		case (day || has("today")) && has("evening"):
			minute = 20 * 60
		case (day || has("today")) && has("midday"):
			minute = 13 * 60
		case day:
			minute = anotherDay
		}
	}
	return minute
})
