package overpass

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/outside/webclient"
	"github.com/maitre-dev/maitre/lang"
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

func (e element) id() string { return e.Type + "/" + strconv.FormatInt(e.ID, 10) }

// reach is 1 if there is a way to go on from here.
func (e element) reach() int {
	if e.phone() != "" || e.site() != "" {
		return 1
	}
	return 0
}

func (e element) place() places.Place {
	return places.Place{ID: e.id(), Name: e.name, Address: e.address(), Phone: e.phone(), Site: e.site(), Lat: e.Lat, Lon: e.Lon, Source: Source, Attribution: Attribution}
}

func (e element) lodging() places.Lodging {
	l := places.Lodging{Place: e.place(), Kind: places.Kind(e.Tags["tourism"]), Stars: e.number("stars", 5)}
	if l.Kind == places.Apartment { // of others it is not that of a room
		l.Sleeps = e.number("capacity", 50)
	}
	return l
}

func (e element) restaurant() places.Restaurant {
	r := places.Restaurant{Place: e.place(), Hours: webclient.Line(e.Tags["opening_hours"], 200)}
	for c := range strings.SplitSeq(e.Tags["cuisine"], ";") {
		c = strings.ReplaceAll(webclient.Line(strings.ToLower(c), 40), " ", "_")
		if c != "" && len(r.Cuisines) < 8 && !slices.Contains(r.Cuisines, c) {
			r.Cuisines = append(r.Cuisines, c)
		}
	}
	r.Diets, r.Lacks = e.diets()
	return r
}
