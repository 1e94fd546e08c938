package house

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/pattern"

	"github.com/BurntSushi/toml"

	"github.com/maitre-dev/maitre/internal/base/hours"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/semcache"
)

// Facts are what the owner tells of the house, in a file:
//
//	hours   = "Tu-Su 12:00-15:00,19:00-23:00; PH off"
//	kitchen = "Tu-Su 12:00-14:30,19:00-22:15"
//	wifi    = "rede Cantina, senha no balcão"
//
//	[parking]
//	pt = "convênio com o estacionamento ao lado"
//	en = "ask for a voucher for the car park next door"
//
//	[[answers]]
//	ask    = ["tem música ao vivo?", "is there live music?"]
//	answer = "Sextas a partir das 20h."
type Facts struct {
	Name     string   `json:"name,omitempty" toml:"name"`
	Welcome  Text     `json:"welcome,omitempty" toml:"welcome"`   // the first line of the page
	Color    string   `json:"color,omitempty" toml:"color"`       // of the page: #7a2e1d
	Mark     string   `json:"mark,omitempty" toml:"mark"`         // a photo that was kept: its file
	Hours    string   `json:"hours,omitempty" toml:"hours"`       // as OpenStreetMap writes them
	Kitchen  string   `json:"kitchen,omitempty" toml:"kitchen"`   // the same, of the kitchen
	Country  string   `json:"country,omitempty" toml:"country"`   // whose public holidays count; "": BR
	Holidays []string `json:"holidays,omitempty" toml:"holidays"` // of the house's own: 2026-12-24
	Order    Text     `json:"order,omitempty" toml:"order"`
	Contact  Text     `json:"contact,omitempty" toml:"contact"`
	Address  Text     `json:"address,omitempty" toml:"address"`
	Booking  Text     `json:"booking,omitempty" toml:"booking"`
	Parking  Text     `json:"parking,omitempty" toml:"parking"`
	Wifi     Text     `json:"wifi,omitempty" toml:"wifi"`
	Payment  Text     `json:"payment,omitempty" toml:"payment"`
	Children Text     `json:"children,omitempty" toml:"children"`
	Pets     Text     `json:"pets,omitempty" toml:"pets"`
	Dress    Text     `json:"dress,omitempty" toml:"dress"`
	Speaks   Text     `json:"speaks,omitempty" toml:"speaks"` // the languages of its people
	Answers  []Answer `json:"answers,omitempty" toml:"answers"`

	Tables *Capacity `json:"tables,omitempty" toml:"tables"` // nil: the staff knows what is free
}

// Own reports whether the owner has told of the house: it is no demonstration.
func (f *Facts) Own() bool { return f.Name != "" || f.Hours != "" }

// Answer is what the owner wants said to a question, which is given in some wordings, or,
// as a rule of the house, to whatever is asked about something: about = ["desconto"].
type Answer struct {
	Ask    []string `json:"ask,omitempty" toml:"ask"`
	About  []string `json:"about,omitempty" toml:"about"`
	Answer Text     `json:"answer" toml:"answer"`
}

// Text is said as it stands, or in the guest's language where the owner wrote it in
// several: {"pt": …, "en": …}. The key "" is of all other languages.
type Text map[string]string

// MarshalJSON writes a text of one wording as a string.
func (t Text) MarshalJSON() ([]byte, error) {
	if all, ok := t[""]; ok && len(t) == 1 {
		return json.Marshal(all)
	}
	return json.Marshal(map[string]string(t))
}

// UnmarshalJSON takes a string, or an object of languages.
func (t *Text) UnmarshalJSON(raw []byte) error {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	return t.UnmarshalTOML(v)
}

// UnmarshalTOML takes a string, or a table of languages.
func (t *Text) UnmarshalTOML(v any) error {
	*t = Text{}
	all, several := v.(map[string]any)
	if !several {
		all = map[string]any{"": v}
	}
	for l, words := range all {
		s, ok := words.(string)
		if !ok || l != "" && l != "pt" && l != "en" && l != "es" {
			return errors.New(`a text is a string, or has the languages pt, en and es: parking.pt = "…"`)
		}
		if s = strings.TrimSpace(s); s != "" {
			(*t)[l] = s
		}
	}
	return nil
}

// In returns a text in a language, or in the first that it has of pt, en, es.
func (t Text) In(l lang.Language) string {
	for _, key := range []string{string(l), "", "pt", "en", "es"} {
		if t[key] != "" {
			return t[key]
		}
	}
	return ""
}

// topics are the facts that are words, in the order in which they are told.
var topics = []string{"address", "contact", "booking", "order", "payment", "parking", "wifi", "children", "pets", "dress", "speaks"}

// texts are the facts of topics.
func (f *Facts) texts() map[string]Text {
	return map[string]Text{
		"address": f.Address, "contact": f.Contact, "booking": f.Booking, "order": f.Order, "payment": f.Payment, "parking": f.Parking,
		"wifi": f.Wifi, "children": f.Children, "pets": f.Pets, "dress": f.Dress, "speaks": f.Speaks,
	}
}

// public has telephones and addresses of the house stand in its answers.
func (f *Facts) public() {
	said := slices.Collect(maps.Values(f.texts()))
	for _, a := range f.Answers {
		said = append(said, a.Answer)
	}
	for _, t := range said {
		for _, words := range t {
			scrub.Spare(words)
		}
	}
}

// ParseFacts reads a file of facts. Its errors say what to change.
func ParseFacts(text string) (*Facts, error) {
	f := &Facts{}
	if !utf8.ValidString(text) {
		return nil, errors.New("what the house says of itself: the file is no text in UTF-8; is it the right one?")
	}
	meta, err := toml.Decode(text, f)
	if err != nil {
		return nil, fmt.Errorf("what the house says of itself: %w", err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("what the house says of itself: %q is not known; there are name, welcome, color, mark, hours, kitchen, "+
			"country, holidays, tables (seats, stay, slot, lead), %s and answers", unknown[0].String(), strings.Join(topics, ", "))
	}
	return f, f.Check()
}

// Wrong is what is wrong with one of the facts.
type Wrong struct {
	Fact string // hours, tables, answers
	error
}

// Check says what is wrong with facts: each is a Wrong.
func (f *Facts) Check() error {
	const maxName, maxAnswers, maxHolidays = 80, 300, 400
	var all []error
	wrong := func(is bool, fact, why string, args ...any) {
		if is {
			all = append(all, &Wrong{fact, fmt.Errorf(why, args...)})
		}
	}
	failed := func(fact string, err error) { wrong(err != nil, fact, "%w", err) }
	failed("tables", f.Tables.check())
	var err error
	f.Hours, err = ownHours(f.Hours)
	failed("hours", err)
	f.Kitchen, err = ownHours(f.Kitchen)
	failed("kitchen", err)
	wrong(!hours.Knows(f.country()), "country", "the public holidays of %q are not known; name the days in holidays", f.Country)
	wrong(len(f.Holidays) > maxHolidays, "holidays", "%d holidays are too many; at most %d", len(f.Holidays), maxHolidays)
	for _, day := range f.Holidays {
		wrong(!isDay(day), "holidays", "holiday %q is no date; write it as 2026-12-24", day)
	}
	wrong(f.Color != "" && !colors().MatchString(f.Color), "color", "color %q is not written as #7a2e1d", f.Color)
	wrong(f.Mark != "" && !marks().MatchString(f.Mark), "mark", "mark is the file of a photo that was kept")
	wrong(len(f.Name) > maxName || strings.ContainsAny(f.Name, "<>\n"), "name", "name is plain text of at most %d characters, without < and >", maxName)
	for _, topic := range topics {
		failed(topic, f.texts()[topic].check(topic))
	}
	failed("welcome", f.Welcome.check("welcome"))
	for i, a := range f.Answers {
		name, asked := fmt.Sprintf("answer %d", i+1), slices.Concat(a.Ask, a.About)
		mute := slices.ContainsFunc(asked, func(q string) bool { return len(stems(q)) == 0 })
		wrong(len(asked) == 0 || mute, "answers",
			"%s needs a question in words, or what it is about: ask = [\"is there live music?\"] or about = [\"discount\"]", name)
		for _, q := range asked {
			failed("answers", Text{"": q}.check("the question of "+name))
		}
		wrong(a.Answer.In("") == "", "answers", "%s has no text: answer = \"…\"", name)
		failed("answers", a.Answer.check(name))
	}
	wrong(len(f.Answers) > maxAnswers, "answers", "%d answers are too many; at most %d", len(f.Answers), maxAnswers)
	return errors.Join(all...)
}

var (
	colors = pattern.Of(`^#[0-9a-fA-F]{6}$`)
	marks  = pattern.Of(`^[0-9a-f]{1,64}\.jpg$`)
)

func (t Text) check(what string) error {
	const most = 500 // characters of a fact or an answer
	for _, words := range t {
		if len(words) > most || strings.ContainsAny(words, "<>") {
			return fmt.Errorf("%s is plain text of at most %d characters, without < and >", what, most)
		}
	}
	return nil
}

// TOML returns facts as a file has them.
func (f *Facts) TOML() (string, error) {
	raw, err := json.Marshal(f)
	if err != nil {
		return "", err
	}
	told := map[string]any{} // without what was not
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber() // 20 seats, not 20.0
	if err := d.Decode(&told); err != nil {
		return "", err
	}
	var text strings.Builder
	err = toml.NewEncoder(&text).Encode(told)
	return text.String(), err
}

// kept is where a store keeps what a house says of itself, under factsKey.
func kept(store semcache.Store, now time.Time) shelf[Facts] {
	return shelf[Facts]{store, "house", func() time.Time { return now }}
}

const factsKey = "facts"

// Keep stores facts for all workers, in the place of those before.
func Keep(ctx context.Context, store semcache.Store, f *Facts, now time.Time) error {
	return kept(store, now).put(ctx, factsKey, "", *f, 0)
}

// Kept returns the facts that a store has; none were told: empty ones.
func Kept(ctx context.Context, store semcache.Store) (*Facts, error) {
	f, _, err := Told(ctx, store)
	return f, err
}

// Told returns the facts that a store has with their version, to be said when they are
// revised; none were told: empty ones, of version 0.
func Told(ctx context.Context, store semcache.Store) (*Facts, int64, error) {
	f, version, err := kept(store, time.Time{}).get(ctx, factsKey)
	if err != nil {
		return nil, 0, fmt.Errorf("reading what the house says of itself: %w", err)
	}
	return &f, version, nil
}

// ErrRevised says that somebody else has changed the facts.
var ErrRevised = errors.New("somebody else has changed what the house says of itself")

// Revise keeps facts in the place of those of a version. They must pass Check.
func Revise(ctx context.Context, store semcache.Store, version int64, f *Facts, now time.Time) error {
	if err := f.Check(); err != nil {
		return err
	}
	done, err := kept(store, now).swap(ctx, factsKey, "", version, *f)
	if err == nil && !done {
		return ErrRevised
	}
	return err
}

// Amend changes the facts that a store has, so that nobody else's change is lost. What
// change makes of them must pass Check.
func Amend(ctx context.Context, store semcache.Store, now time.Time, change func(*Facts) error) error {
	return kept(store, now).change(ctx, factsKey, "", func(f Facts) (Facts, error) {
		if err := change(&f); err != nil {
			return f, err
		}
		return f, f.Check()
	})
}

// Replaced says which facts now takes the place of, a line for each: `hours: is now nothing, was "24/7"`.
func (f *Facts) Replaced(now *Facts) (lines []string) {
	const most = 200 // characters
	was, is := f.fields(), now.fields()
	for _, name := range f.Changed(now) {
		if was[name] != nil {
			line := []rune(fmt.Sprintf("%s: is now %s, was %s", name, cmp.Or(string(is[name]), "nothing"), was[name]))
			lines = append(lines, string(line[:min(len(line), most)]))
		}
	}
	return lines
}

// Changed names the facts that are others in f than in now.
func (f *Facts) Changed(now *Facts) []string {
	a, b := f.fields(), now.fields()
	both := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(both)
	return slices.DeleteFunc(slices.Compact(both), func(name string) bool { return bytes.Equal(a[name], b[name]) })
}

func (f *Facts) fields() (all map[string]json.RawMessage) {
	raw, _ := json.Marshal(f) // it holds texts and numbers
	_ = json.Unmarshal(raw, &all)
	return all
}
