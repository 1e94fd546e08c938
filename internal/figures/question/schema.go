package question

import (
	"slices"
	"strings"
)

// Kinds of fields.
const (
	Number = "number"
	Text   = "text"
	Date   = "date"
	Bool   = "bool" // its values are the texts "true" and "false"
)

// Field is what rows can be asked about: a number that is measured, or
// something that they are grouped by.
type Field struct {
	Name string
	Kind string
	SQL  string // over the rows; of what is published, over the cells
	ID   string // what tells apart values of one name, such as b.id
	Stat string // of a number: what is made of it if nothing is said
	Unit string // Money, or what is written beside the number
}

// Money is the unit of amounts in the currency of the house.
const Money = "money"

// Schema is rows that questions are asked about.
type Schema struct {
	Name   string // as Plan.About
	From   string // the relation and its alias
	Fields []Field
	Row    []string // by which a row is told
	Moment string   // SQL of the time of a row; empty: there is none, or only months
	Month  string   // SQL of its month, as 2025-03
	Year   string   // SQL of its year
	Cube   string   // of what is published: the relation before "_by_" or "_total"
	Count  string   // of what is published: the column that counts rows
}

func (s *Schema) field(name string) *Field {
	i := slices.IndexFunc(s.Fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &s.Fields[i]
}

// periods are fields of time, in the order of their length.
var periods = strings.Fields("hour weekday day week month quarter year")

func isPeriod(field string) bool { return slices.Contains(periods, field) }

// inOrder reports whether groups of a field come in an order of their own.
func inOrder(field string) bool { return isPeriod(field) || field == "joined" }

// timeFields are the periods of a moment, a month and a year.
func timeFields(moment, month, year string) []Field {
	text := func(name, sql string) Field { return Field{Name: name, Kind: Text, SQL: sql} }
	all := []Field{
		text("month", month),
		{Name: "year", Kind: Text, SQL: year},
		text("quarter", year+" || '-Q' || ((CAST(substr("+month+", 6, 2) AS INTEGER) + 2) / 3)"),
	}
	if moment != "" {
		all = append(all, text("day", "substr("+moment+", 1, 10)"), text("weekday", "strftime('%w', "+moment+")"),
			text("hour", "strftime('%H', "+moment+")"), text("week", "strftime('%G-W%V', "+moment+")"))
	}
	return all
}

func text(name, sql string) Field { return Field{Name: name, Kind: Text, SQL: sql} }
func named(name, sql, id string) Field {
	return Field{Name: name, Kind: Text, SQL: sql, ID: id}
}

func number(name, sql, stat, unit string) Field {
	return Field{Name: name, Kind: Number, SQL: sql, Stat: stat, Unit: unit}
}

var ofBeers = []Field{
	named("beer", "b.name", "b.id"), named("brewery", "br.name", "br.id"), text("style", "b.style"), text("type", "br.brewery_type"), text("country", "br.country"),
	number("abv", "b.abv", Mean, "% ABV"), number("ibu", "b.ibu", Mean, "IBU"), text("site", "br.website_url"),
}

var ofPlaces = []Field{text("city", "br.city"), text("state", "br.state"), text("brewery_city", "br.city"), text("brewery_state", "br.state")}

// The schemas of the house. What is published has one for each relation.
var (
	myPurchases = &Schema{
		Name: "purchases", From: "my_purchases p", Moment: "p.purchased_at", Month: "p.month", Year: "p.year",
		Row: []string{"purchased_at", "beer", "units", "amount"},
		Fields: slices.Concat(ofBeers, ofPlaces, timeFields("p.purchased_at", "p.month", "p.year"), []Field{
			text("channel", "p.channel"), text("purchased_at", "p.purchased_at"),
			number("amount", "p.amount", Sum, Money), number("units", "p.quantity", Sum, ""), number("rating", "p.rating", Mean, ""), number("price", "p.unit_price", Mean, Money),
		}),
	}
	myTrips = &Schema{
		Name: "trips", From: "my_bookings t", Moment: "t.check_in", Month: "t.month", Year: "CAST(substr(t.month, 1, 4) AS INTEGER)",
		Row: []string{"check_in", "city", "state", "kind", "nights", "amount"},
		Fields: slices.Concat(timeFields("t.check_in", "t.month", "CAST(substr(t.month, 1, 4) AS INTEGER)"), []Field{
			text("city", "t.dest_city"), text("state", "t.dest_state"), text("kind", "t.kind"), text("check_in", "t.check_in"),
			number("amount", "t.total", Sum, Money), number("nights", "t.nights", Sum, ""),
		}),
	}
	beers     = &Schema{Name: "beers", From: "beers b", Fields: slices.Concat(ofBeers, ofPlaces), Row: []string{"beer"}}
	breweries = &Schema{Name: "breweries", From: "breweries br", Fields: slices.Concat(ofBeers, ofPlaces), Row: []string{"brewery"}}
)

// published makes the schema of cells: of attributes, and the sums of a relation.
func published(name, cube, count string, attributes string, more ...Field) *Schema {
	s := &Schema{Name: name, Cube: cube, Count: count, Fields: more}
	for _, a := range strings.Fields(attributes) {
		s.Fields = append(s.Fields, text(a, "a."+a))
	}
	return s
}

var (
	// attributes in the order in which the names of published tables have them.
	attributes    = "month quarter year style type beer brewery origin state city segment channel"
	tripsBy       = "month quarter year state segment dest_city dest_state kind"
	clientsBy     = "state city segment joined_year"
	allPurchases  = published("purchases", "all", "purchases", attributes, number("amount", "a.amount", Sum, Money), number("units", "a.units", Sum, ""), number("clients", "a.clients", Sum, ""), number("rating", "a.rating", Mean, ""))
	allTrips      = published("trips", "all_bookings", "bookings", tripsBy, number("amount", "a.total", Sum, Money), number("nights", "a.nights", Sum, ""), number("clients", "a.clients", Sum, ""))
	allClients    = published("clients", "all_clients", "clients", clientsBy)
	attributeRank = map[string][]string{"all": strings.Fields(attributes), "all_bookings": strings.Fields(tripsBy), "all_clients": strings.Fields(clientsBy)}
)

// schemaOf returns the rows that a plan about the house's data is over.
func schemaOf(about string, all bool) *Schema {
	switch {
	case about == "beers":
		return beers
	case about == "breweries":
		return breweries
	case about == "clients":
		return allClients
	case about == "trips" && all:
		return allTrips
	case about == "trips":
		return myTrips
	case all:
		return allPurchases
	}
	return myPurchases
}
