// Package texts is what the house says to guests: [In] returns the words of a
// language, all of them, and with them the one way to write its lists, numbers,
// money and days.
//
// A language is one file: pt.txt, en.txt, es.txt. To change what a guest reads,
// change it there; to add a language, copy one of them. In Portuguese a guest
// is você, in Spanish usted. Words by which a guest is understood are not here
// but with whoever understands them.
package texts

import (
	_ "embed"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// Words are all that is said in one language, by who says it. They are shared
// and must not be changed.
//
// A text with %s or %d is filled in that order; %s stands for a name, or for a
// number that is written already. A text with {braces} is filled by name. Texts
// that end in no full stop stand within a sentence or a label.
type Words struct {
	Language  lang.Language
	House     House
	Chat      Chat
	Concierge Concierge
	Menu      Menu
	Beer      Beer
	Purchases Purchases
	Trip      Trip
	Data      Data
	Figures   map[string]string // answers about figures, filled by name: {v} is the figure, {name} what has it
	Chart     Chart
	Memory    Memory
	Terminal  Terminal
}

var (
	//go:embed pt.txt
	ptFile string
	//go:embed en.txt
	enFile string
	//go:embed es.txt
	esFile string

	portuguese = sync.OnceValue(func() *Words { return parse(lang.Portuguese, ptFile) })
	english    = sync.OnceValue(func() *Words { return parse(lang.English, enFile) })
	spanish    = sync.OnceValue(func() *Words { return parse(lang.Spanish, esFile) })
)

// In returns the words of a language: Portuguese if the house does not speak it.
func In(l lang.Language) *Words {
	switch l {
	case lang.English:
		return english()
	case lang.Spanish:
		return spanish()
	}
	return portuguese()
}

// All returns the words of every language: what the house has said may be in any.
func All() []*Words { return []*Words{portuguese(), english(), spanish()} }

// AskConsent reports whether a text of the house asks for consent, or has left it to who could not decide.
func AskConsent(text string) bool {
	return slices.ContainsFunc(All(), func(w *Words) bool {
		question, _, _ := strings.Cut(w.Memory.Consent, "?")
		return strings.Contains(text, question+"?") || strings.Contains(text, w.Memory.Maybe)
	})
}

// parse reads the file of a language, in which a text stands behind the name of its
// field and of its key in a map: "House.Missing.date: for which day". A text in quotes
// keeps the spaces at its ends, " | " divides forms and lists of a fixed length, and
// small talk has a line for each answer.
func parse(l lang.Language, file string) *Words {
	w := &Words{Language: l}
	places := map[string]reflect.Value{}
	fields("", reflect.ValueOf(w).Elem(), places)
	for name, text := range wordfile.Entries(file) {
		field := name
		for places[field].Kind() == reflect.Invalid && field != "" {
			field = field[:max(0, strings.LastIndexByte(field, '.'))]
		}
		if quoted, err := strconv.Unquote(text); err == nil {
			text = quoted
		}
		if field == "" || !put(places[field], strings.TrimPrefix(name[len(field):], "."), text) {
			panic(fmt.Sprintf("%s.txt: there is no place for %s, or it is taken", l, name))
		}
	}
	return w
}

// fields gathers the places for texts in a struct, and in those within it, by their names.
func fields(name string, at reflect.Value, all map[string]reflect.Value) {
	if at.Kind() != reflect.Struct {
		all[name] = at
		return
	}
	for i := range at.NumField() {
		fields(strings.TrimPrefix(name+"."+at.Type().Field(i).Name, "."), at.Field(i), all)
	}
}

// put puts a text in its place, under its key if that is a map, and reports whether
// there is one, and free.
func put(at reflect.Value, key, text string) bool {
	switch at := at.Addr().Interface().(type) {
	case *string:
		free := *at == "" && key == ""
		*at = text
		return free
	case *map[string]string:
		return add(at, key, text)
	case *map[string]Forms:
		one, many, ok := strings.Cut(text, " | ")
		return ok && add(at, key, Forms{one, many})
	case *map[string][]string:
		said := append((*at)[key], text)
		delete(*at, key)
		return add(at, key, said)
	}
	forms := strings.Split(text, " | ")
	return key == "" && at.Len() == len(forms) && reflect.Copy(at, reflect.ValueOf(forms)) > 0
}

func add[T any](all *map[string]T, key string, one T) bool {
	if *all == nil {
		*all = map[string]T{}
	}
	_, taken := (*all)[key]
	(*all)[key] = one
	return !taken
}

// Forms are a noun with its number, for one and for any other: "%s night",
// "%s nights".
type Forms [2]string

// House is what all speakers share.
type House struct {
	You         string            // the guest, as who speaks
	Opening     string            // the first words of a conversation
	And, Or     string            // before the last of a list
	Sample      string            // a badge on what is made up
	Samples     string            // after a list in which some are
	NoPrice     string            // where a price would stand
	TryAgain    string            // after what could not be done
	Noted       string            // what was told and is taken note of: %s
	Minded      string            // what must not be eaten and was kept in mind: %s
	More        string            // of a list that goes on: %d
	Staff       string            // how to reach the people of the house, if they did not say
	NotTold     string            // what the house did not say of itself; how to reach it: %s
	NotToldOf   string            // the same of a topic, which comes first: %s, %s
	Offer       string            // after either, where the staff can be asked from here
	AskFor      string            // what is missing of a request: %s
	ReadBack    string            // a request, which the guest says yes or no to: %s
	Filed       string            // a request that the staff sees: %s
	Replaces    string            // it is an order in place of another one
	Rebooks     string            // it is a table or a room in place of another one
	TakeBack    string            // of what was passed on without asking
	Urgent      string            // how to reach them at once: %s
	Dropped     string            // a request that the guest does not want after all
	Answer      map[string]string // when an answer is to be expected of a house that is open, closed (until %s) or of unknown hours
	TooMany     string            // as many requests of the guest wait as may
	Held        string            // who of the staff has the conversation: %s
	Shut        string            // a time at which the house is closed: %s, %s
	ShutHours   string            // the hours of that day: %s
	IsHoliday   string            // stands behind the weekday of a day that is one
	ShutDay     string            // a day on which the house is closed, and its weekday: %s, %s
	ShutOffers  string            // the next days on which it is open: %s
	Full        string            // a time at which there are not enough seats: %s, %s
	FullOffers  string            // times near it that are free: %s
	TooFew      string            // how many seats there are, of which somebody wants more: %d, %d
	TooSoon     string            // how long before a table is booked: %s
	Missing     map[string]string // what a request may lack
	Kinds       map[string]string // of requests
	States      map[string]string // of a request: %s
	Withdrawn   string            // a request, by its guest: %s
	NoneFiled   string            // no request stands
	AskChange   string            // asks what is to change of a request: %s
	MayWithdraw string            // asks whether a request is to be withdrawn: %s
	Weekdays    [7]string         // from Sunday
	DaysTo      string            // from a weekday to a weekday: %s, %s
	EveryDay    string            // of a week
	Closed      string            // on a day
	AllDay      string            // open from midnight to midnight
	FromTo      string            // from a time to a time: %s, %s
	OpenNow     string            // the house or its kitchen: %s
	ClosedNow   string            // the same
	ClosesAt    string            // after OpenNow: %s
	OpensAt     string            // after ClosedNow: %s
	HoursAre    string            // of a week: %s
	Holiday     string            // hours of today, which is one: %s
	OnDays      string            // hours of what, on which days: %s, %s
	OnHolidays  string            // begins such a day that is any holiday

	HolidayMaybe string // of a holiday that no hours are told for

	Until      string // of a room: %s, %s
	Total      string // of an order: %s
	Needs      string // what those who eat must not have: %s
	Earlier    string // of an order: what was said of it before its lines changed: %s
	Against    string // of a line of an order: whose need it is against: %s
	Asker      string // who orders, as the staff reads it
	AgainstAsk string // it is asked once more about such lines: %s
	AskWho     string // what the house would like to know of who books: %s
	TheKitchen string
	Facts      map[string]string // titles of what a house tells of itself

	Point, Group string // of numbers: 1.234,5
	Dollar       string // the sign of the United States' one
	Money        string // {sign} and {amount}; a code in the place of a sign has a space in any language
	Thousand     string // after a number on an axis
	Million      string
	Billion      string

	Months    [12]string
	Date      string // a day in a sentence: {day}, {month}, {year}
	SameMonth string // from a day to a day: {from}, {to}, {month}, {year}
	SameYear  string // {from}, {month}, {to}, {last}, {year}; last is the month of to
	Days      string // any other two days: {from}, {to}
	Day       string // a day in a table: {d}, {m}, {year}
	Month     string // a month in a table: {m}, {year}

	PerNight       string // a price
	Nights, People Forms
}

// Chat is small talk. Each kind of it has some answers, of which one is said:
// {house} is the name of the house, {topics} what it talks about, joined by
// and, {choice} the same joined by or, {examples} are wishes for it.
type Chat struct {
	Hello   string            // in front of an answer to a greeting
	Moments [4]string         // good morning, afternoon, evening, night
	House   string            // the name of a house that has none
	Topics  map[string]string // what the house talks about
	Wishes  map[string]string // one for each topic
	Says    map[string][]string
	Alone   map[string][]string // in place of Says where nobody is there who knows a topic
}

// Concierge is what is said in place of an answer that cannot stand.
type Concierge struct {
	Confirm               string              // what was said of allergens cannot be promised
	Lost                  string              // the message was not understood; Can follows
	NotGot                string              // these words were not
	Can, ForExample       string              // what the house does: %s; two examples
	Helps                 string              // with what a specialist of the house's own is about
	Abilities             map[string][]string // what it may do, by specialist
	Examples              map[string]string   // pairs of what may be said, by what was shown last: menu, trip, beer
	Which                 string              // asks which of two acts is meant
	Acts                  map[string]string   // what a guest wants, by act
	Agreed, NothingAgreed string              // head of a summary; that there is none
	Spoken                map[string]string   // its lines: needs, and kinds of things shown
	NoMore                string              // there is nothing more to show
	Fine                  string              // a yes or a no to nothing in particular
	Asides                map[string]string   // to what is beside the house's business, by subject; "of": to a sentence, which is named
}

// Menu is the waiter's.
type Menu struct {
	ToWhat             string            // an allergy is, if the guest did not say
	Feel               string            // Feel asks what the guest feels like
	Order, OrderHere   string            // who takes orders; how: %s
	One                string            // one dish with its description
	Some               string            // heads of a list
	Nothing            string            // nothing fits
	Unclear            string            // a word made out, or not
	Unknown, Unsure    string            // allergies cannot be read; dishes left out for it
	NoIngredients      string            // a dish and what is in it
	Contains, Inferred string            // allergens stated, or that follow
	May                string            // allergens of which there may be traces
	SoldOut            string            // a dish that is
	Served             string            // a dish and its hours, as Spans says them
	ServedOn           string            // a dish and its weekdays
	Health             string            // what no card can be judged by
	AnyHour, NotAt     string            // a dish of which the card says no hours; an hour at which they are not served
	NotOn              string            // a weekday on which they are not
	Yes, No, DontKnow  string            // whether a dish has something: the dish, what
	Has                string            // the same, where nobody asked
	House              string            // among the names of restaurants
	Sample             string            // after a list of dishes that are made up
	You                string            // the guest, among others at the table
	NotFor             string            // a dish and who must not have it
	LeftOver           string            // an amount, of a budget
	Fits, FitsNot      string            // whether a bill is within a budget: what is left, or too much, and the budget
	Cheapest           string            // of what a budget was asked for
	OverBudget         string            // by an amount, a budget
	Disliked           string            // a dish, what is in it, and who does not like that
	LeftOut            Forms             // how many dishes; why follows in brackets
	Avoid              string            // who, why and which dishes
	Contents           map[string]string // what ways to eat rule out
	Checks             map[string]string // what the kitchen is to be asked, by the question
	NotOnCard          string            // what was asked for
	Kitchen            string            // who must not have something asks there
	Service, Tip       string            // lines of a bill: per cent and amount; amount
	NoService          string            // the sum of a bill without service
	Total, Each        string            // of a bill; for how many people, what each pays
	Rest, Kitty        string            // what is left to pay, what each pays of it; an amount, and what is left after it
	NoteKept, WhatIf   string            // of a wish for the kitchen; of an order that was only asked about
	Which              string            // of which kind of dish one is to be chosen; some of them
	WhichOne           string            // some dishes of which one is to be chosen
	Above              string            // dishes that cost more than was asked for
	Suits, SuitsNot    string            // whether a dish is for a diet: the dish, the diet
	Is, IsNot          string            // whether a dish is so: the dish, how
	Empty, Emptied     string            // nothing was ordered; nothing is left of it
	Explain            string            // an ingredient of which it was asked what it is
	With               string            // what is asked, and the dishes that have it
	MayHave, LikelyHas string            // a dish, and the allergen that the card says there may be traces of, or that its words suggest
	NotSaid            string            // what is asked, and the dish of which it is not known
	AllSafe            string            // of several dishes: that nothing is against them
	Safe, Better       string            // that a dish is for those at the table, or is not
	Compare            map[string]string // which dish is the most, by what
	NoneOf             string            // a course of which somebody may have nothing, who, and why
	Strength           string            // a drink, and how much alcohol it has
	NoStrength         string            // instead of that, where the card does not say it
	Pick, ForWhom      string            // the dish that the house chooses; for whom
	Have               string            // that there is what was asked for
	Closest            string            // dishes that come near a wish which names no food
	Instead            string            // dishes that are like one that is not on the card
	Serves             string            // a dish and how many people, in the card's words
	NoServes           string            // a dish of which the card does not say it
	TasteUnsaid        string            // a taste and a dish of which the card does not tell it
	MadeOf             string            // what is in a dish that was named just before
	Options            string            // the ways to have a dish that was named just before
	StatedWithout      string            // an option, and what the card states that a dish is without by it
	Companion          string            // somebody at the table of whom it is not known who
	Courses            map[string]string
	Allergens          map[string]string
	Diets              map[string]string
	Foods              map[string]string // by concept: what else guests must not have
}

// Beer is the advisor's.
type Beer struct {
	Failed                 string
	Where                  string            // in which town
	Unknown                string            // a brewery of that name
	One, Many, More        string            // what was found, and the question
	Here                   string            // a brewery, or how many, known or new
	Declined, Silent       string            // after a no, or none: the names
	NoneFound, NoOthers    string            // in: %s
	NoneThere              string            // where: %s
	Undated, NoneOfThese   string            // when breweries opened is not known; none of those shown is what is asked for
	NoStyle                string            // a style of which it is not known who brews it
	Unsaid                 string            // the list does not say what is asked of a brewery
	OnTap                  string            // beers of a brewery
	Nearest                string            // breweries, where there are none
	Wider                  map[string]string // a town, so also of a state: few, with how many; kind, with the kind asked for and those there are; none
	AllBought              string            // how many, in: %s
	NoBreweries            string
	ByType, ByRank         string // why: a kind of brewery
	NewType                string
	Likely                 string // may be the same as a brewery
	Kinds                  map[string]string
	SampleList, SampleData string
	Rough                  string            // of figures about all clients
	Down, Stale            string            // of the list
	Notes                  map[string]string // of what the web says; {days} ago
	Hello                  string            // a client's name and town
	Buys, Lately, From     string            // From: breweries, and how many in all
	NotClient              string
	Which                  string            // breweries of one name
	MaySearch              string            // whether to search the web for a brewery
	Fact, FactAt, Site     string            // name, kind, address; site
	Declines               map[string]string // by reason
	Columns                map[string]string // of results
}

// Purchases is what the advisor says of a guest's data.
type Purchases struct {
	Table               string            // before a table
	Nothing             string            // nothing found
	Several             string            // how many rows, before a list
	Mine, Everyone      string            // a figure
	Closed              string            // until when the average of all is
	Above, Below, About string            // beside the mean, by how much
	Counts              map[string]Forms  // of columns
	Values              map[string]string // of columns with one form
}

// Trip is the planner's.
type Trip struct {
	Where, Which            string            // which of several places
	Doubts                  map[string]string // dates that cannot be, by what is wrong with them
	Town                    string            // a country or region, and towns of it
	Landscape               string            // towns of a landscape that is asked for, as by the sea
	Near                    string            // a place, and others near it
	NoPlace                 string            // a name that nobody knows
	Plan                    string            // place, days, nights, people
	Open                    string            // place, people, where nobody said when
	Assumed                 string
	Fields                  map[string]string // of the plan; dates are both
	Stay, Eat               string            // heads of lists: a place, a badge
	NoLodging, NoRestaurant string
	Kinds                   map[string]string // of lodgings
	InAll                   string
	Rooms, Beds             string // how many, at what price
	PerPerson               string
	SampleNote              string
	LeftOut                 string
	NotDiet                 string // why: a diet
	OverBudget, TooSmall    string // how many
	Unchecked               string // what nobody can tell
	Notices                 map[string]string
	Source                  string            // who is to be credited
	Unknown                 string            // what the guest must not eat
	Next                    string            // what the guest may say now
	Here                    map[string]string // before a list, by kind: a place, the limits
	Least                   map[string]string // the cheapest of a list: the only one, one, some
	Left                    map[string]string // of a budget: under, over
	OtherMoney              string            // an amount in another currency than that of the prices
	Within                  map[string]string // limits of a list: night, person, total
	Above                   string            // no lodging within a limit in a place, and a list of those above it
	NoOthers                string            // a list is shown again, for there is nothing else
	NoKitchen               string            // a kitchen that there is not, and a place
	Topics                  map[string]string // what may be asked of a place
	AboutIt, AboutAll       string            // something that nobody knows of a place, or of those shown
	Wishes                  map[string]string // what nobody knows, by what it is about; "": other things
	NotKnown, NotKnownAny   string            // the same, where it cannot be said in a word
	NoBooking               string            // the house books nothing
	Pick                    string            // a place
	Contact                 string
	Phone, NoContact        string
	SamplePick              string
	Unpick, PickUnsafe      string            // a place that is no longer wanted; one, and what somebody must not eat
	NoLonger                string            // an earlier choice, and why
	Whys                    map[string]string // of NoLonger
	Total, Example          string            // a sum, what each pays; a sum with the cheapest
	Missing                 map[string]string // what was not chosen yet
	NotIncluded             string
	Parts                   map[string]string // of a trip, that NotIncluded names
	NoPriceOf               string
	RoomCount, BedCount     Forms
	MealCount               Forms
	Share, Among            string            // what a part of a sum is of, and the part; for how many
	Per                     map[string]string // night, person, adult
	Seen                    string            // restaurants that were shown, none of them chosen
	Kitchens                map[string]string // by their names in OpenStreetMap
}

// Data is the statistician's.
type Data struct {
	Titles                         map[string]string // of figures, by intent
	Frequency, Share               string            // on axes
	Part                           string            // of a whole, in per cent
	From, FromSample, FromOwn      string            // a table, rows
	Drawn, Extremes                string            // one, by its title; the largest and the smallest of it
	Approximate, OnlyFor           string            // rows; conditions and rows
	Numbers, Texts, Dates, Nothing string            // a column's distribution
	Always                         string            // a column that has one value
	Spread                         string
	Outliers, Outlier, NoOutliers  string // several, one, none
	Pair, NoPair, Strongest        string // correlations
	Weak, Moderate, Strong         string
	Negative, Positive             string
	Gaps, NoGaps, Gap              string // missing values
	Has, MoreColumns, Columns      string // a table's size; the names of its columns
	Lead, Rising, Falling          string // what has the most, of what, and its share; a trend by month
	NoTable, NoRows, NoNumbers     string
	Which                          string // of some tables
	NotUnderstood                  string
	NotDrawn                       string // there are no figures
}

// Chart is what a figure says by itself: the heads of the table of its data.
type Chart struct{ Nothing, From, To, Count, Label, Value, Low, Q1, Median, Q3, High, Outliers string }

// Memory is what the house says of its book. An answer to Consent is known by
// its first sentence.
type Memory struct {
	Consent                  string
	Agreed, Refused, Maybe   string // after the guest's answer
	Manner                   string // how they wish to be spoken to
	Understood               string // something misspelt
	Dropped                  string // what was taken back
	Forgotten                string // that all is
	Erased                   string // what was
	NotForgotten             string // that it could not be; House.TryAgain follows
	Nothing, Told            string // head of what is known
	SayForget, Everything    string // what a guest says to have something, or all, forgotten
	Confirm                  string // that they have to say it
	ForgottenSome, NotKnown  string // what was forgotten; that there was nothing
	Stays                    string // what is not forgotten
	AgreedOf, RefusedOf      string // after the answer to keeping a person's needs
	OnlyToday                string // whose needs a yes has not kept, as the house calls them and as the guest does
	Of                       string // whose it is, by name
	Companion                string // in brackets after what is known, as the rest
	Somebody                 string // an unnamed companion, as a subject
	Without, Likes, Dislikes string // what somebody must not have, likes, does not like: %s
	Yours                    string // pairs of what a guest calls theirs and what the house does: minha:sua
	ByHouse, Said, SaidOften string // a day; how often, since
	ThisTalk, Retired        string
	Labels                   map[string]string // by kind, or kind and key
	Things                   map[string]string // what guests must not have, or like, that Menu has no name for
}

// Terminal is what stands in brackets in a conversation in a terminal.
type Terminal struct {
	Leave, New, Commands, Stopped string
	NoAnswer, Thanks              string // to an opinion
	Opinion                       string // asks for one
	GoOn                          string // the command
}
