package overpass

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/outside/webclient"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// answer is what the server sends. Anybody can write what is in it.
type answer struct {
	Elements []element `json:"elements"`
	Remark   string    `json:"remark"`
}

// element is a node, or a way or a relation with its centre.
type element struct {
	Type   string            `json:"type"`
	ID     int64             `json:"id"`
	Lat    float64           `json:"lat"`
	Lon    float64           `json:"lon"`
	Center *point            `json:"center"`
	Tags   map[string]string `json:"tags"`

	name   string
	metres float64 // from the middle of the area
}

type point struct {
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

// choose returns the elements that are places with a name, each once, the best
// first: those that can be reached, then by distance.
func (a answer) choose(area places.Area) []element {
	var all []element
	for _, e := range a.Elements {
		if e.Center != nil {
			e.Lat, e.Lon = e.Center.Lat, e.Center.Lon
		}
		e.name = webclient.Line(e.Tags["name"], 100)
		known := e.Type == "node" || e.Type == "way" || e.Type == "relation"
		if !known || e.ID <= 0 || lang.Fold(e.name) == "" || !(places.Area{Lat: e.Lat, Lon: e.Lon}).Located() {
			continue
		}
		e.metres = metres(area.Lat, area.Lon, e.Lat, e.Lon)
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b element) int {
		return cmp.Or(cmp.Compare(b.reach(), a.reach()), cmp.Compare(a.metres, b.metres), cmp.Compare(a.ID, b.ID))
	})
	named, kept := map[string][]element{}, 0
	return slices.DeleteFunc(all, func(e element) bool {
		key := lang.Fold(e.name)
		for _, other := range named[key] {
			// A hotel may be on the map as a point and as its building.
			if metres(e.Lat, e.Lon, other.Lat, other.Lon) < 200 {
				return true
			}
		}
		named[key] = append(named[key], e)
		kept++
		return kept > most
	})
}

// metres between two points that are near each other.
func metres(lat1, lon1, lat2, lon2 float64) float64 {
	const degree = 111_195
	return degree * math.Hypot(lat1-lat2, math.Remainder(lon1-lon2, 360)*math.Cos(lat1*math.Pi/180))
}

// reach is 1 if there is a way to go on from here.
func (e element) reach() int {
	if e.phone() != "" || e.site() != "" {
		return 1
	}
	return 0
}

func (e element) listing(sort string) places.Listing {
	id := fmt.Sprintf("%s/%d", e.Type, e.ID)
	l := places.Listing{Place: places.Place{
		ID: id, Name: e.name, Address: e.address(), Phone: e.phone(), Site: e.site(), Lat: e.Lat, Lon: e.Lon, Source: Source, Attribution: Attribution,
	}}
	if sort == places.Lodging {
		l.Kind, l.Stars = places.Kind(e.Tags["tourism"]), e.number("stars", 5)
		if l.Kind == places.Apartment { // of others it is not that of a room
			l.Sleeps = e.number("capacity", 50)
		}
		return l
	}
	l.Hours = webclient.Line(e.Tags["opening_hours"], 200)
	for c := range strings.SplitSeq(e.Tags["cuisine"], ";") {
		c = strings.ReplaceAll(webclient.Line(strings.ToLower(c), 40), " ", "_")
		if c != "" && len(l.Cuisines) < 8 && !slices.Contains(l.Cuisines, c) {
			l.Cuisines = append(l.Cuisines, c)
		}
	}
	e.diets(&l)
	return l
}

// tag returns the first value of the first of some tags that has one, as a
// clean line.
func (e element) tag(most int, names ...string) string {
	for _, name := range names {
		value, _, _ := strings.Cut(e.Tags[name], ";")
		if value = webclient.Line(value, most); value != "" {
			return value
		}
	}
	return ""
}

// number reads a small number, such as the stars of "4S"; 0 is none.
func (e element) number(name string, most int) int {
	value := e.tag(10, name)
	digits := value[:len(value)-len(strings.TrimLeft(value, "0123456789"))]
	n, err := strconv.Atoi(digits)
	if err != nil || n > most {
		return 0
	}
	return n
}

func (e element) address() string {
	if full := e.tag(150, "addr:full"); full != "" {
		return full
	}
	street := e.tag(80, "addr:street", "addr:place")
	if street == "" {
		return ""
	}
	parts := []string{street, e.tag(20, "addr:housenumber"), e.tag(60, "addr:suburb"), e.tag(60, "addr:city")}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

var dialled = pattern.Of(`^[-+()./ ]*(?:\d[-+()./ ]*){5,18}$`)

// phone returns a number that can be dialled, or none: no other text is to
// stand where a guest looks for one.
func (e element) phone() string {
	if phone := e.tag(40, "phone", "contact:phone", "contact:mobile"); dialled().MatchString(phone) {
		return phone
	}
	return ""
}

// site returns the place's own site, or none.
func (e element) site() ui.URL {
	for _, name := range []string{"website", "contact:website"} {
		raw, _, _ := strings.Cut(e.Tags[name], ";")
		if site, err := ui.ParseURL(webclient.Site(raw)); err == nil {
			return site
		}
	}
	return ""
}

// known are the diets that maitre asks for, by their tag diet:*.
var known = []string{"vegan", "vegetarian", "pescetarian", "gluten_free", "lactose_free", "halal", "kosher"}

// diets notes those that somebody says the place caters for, and those that
// it does not. What is limited is neither.
func (e element) diets(l *places.Listing) {
	cuisines := strings.Split(strings.ToLower(e.Tags["cuisine"]), ";")
	for _, diet := range known {
		says := e.Tags["diet:"+diet]
		implied := slices.Contains(cuisines, diet) || diet == "vegetarian" && slices.Contains(l.Diets, "vegan")
		switch {
		case says == "yes", says == "only", says == "" && implied:
			l.Diets = append(l.Diets, diet)
		case says == "no", says == "" && diet == "vegan" && e.Tags["diet:vegetarian"] == "no":
			l.Lacks = append(l.Lacks, diet)
		}
	}
}
