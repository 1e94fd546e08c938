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

// Field is what rows can be asked about: a number that is measured, or something that they are grouped
// by.
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
	Joins  []join // of the catalogue
	Fields []Field
	Row    []string // by which a row is told
	Moment string   // SQL of the time of a row; empty: there is none, or only months
	Month  string   // SQL of its month, as 2025-03
	Date   string   // of a table: the column of dates that Moment is
	Cube   string   // of what is published: the relation before "_by_" or "_total"
	Count  string   // of what is published: the column that counts rows
	Rank   []string // of what is published: attributes in the order in which the names of tables have them
}

// join is a relation that a statement needs which has its alias, or that of one behind it.
type join struct{ sql, alias, behind string }

func (s *Schema) field(name string) *Field {
	if i := slices.IndexFunc(s.Fields, func(f Field) bool { return f.Name == name }); i >= 0 {
		return &s.Fields[i]
	}
	return nil
}

// isTable reports whether rows are those of an operator's table.
func isTable(s *Schema) bool { return s != nil && strings.HasPrefix(s.From, Relation+" ") }

// periods are fields of time, in the order of their length; periodMonths are how many months one has.
var (
	periods      = strings.Fields("hour weekday day week month quarter year")
	periodMonths = map[string]int{"month": 1, "quarter": 3, "year": 12}
)

// entities are fields of things that have names.
var entities = strings.Fields("beer brewery style type kind city state channel segment country")

func isPeriod(field string) bool { return slices.Contains(periods, field) }
func isEntity(field string) bool { return slices.Contains(entities, field) }

func text(name, sql string) Field      { return Field{Name: name, Kind: Text, SQL: sql} }
func named(name, sql, id string) Field { return Field{Name: name, Kind: Text, SQL: sql, ID: id} }
func number(name, sql, stat, unit string) Field {
	return Field{Name: name, Kind: Number, SQL: sql, Stat: stat, Unit: unit}
}

// quarterOf is the quarter of a month in SQL, such as 2025-Q3; yearOf its year.
func quarterOf(month string) string {
	return "substr(" + month + ", 1, 4) || '-Q' || ((CAST(substr(" + month + ", 6, 2) AS INTEGER) + 2) / 3)"
}
func yearOf(month string) string { return "CAST(substr(" + month + ", 1, 4) AS INTEGER)" }

// timeFields are the periods of a moment, a month and a year.
func timeFields(moment, month, year string) []Field {
	return []Field{
		text("month", month), text("year", year), text("quarter", quarterOf(month)), text("day", "substr("+moment+", 1, 10)"),
		text("weekday", "strftime('%w', "+moment+")"), text("hour", "strftime('%H', "+moment+")"), text("week", "strftime('%G-W%V', "+moment+")"),
	}
}

var ofCatalogue = []Field{
	named("beer", "b.name", "b.id"), named("brewery", "br.name", "br.id"), text("style", "b.style"), text("type", "br.brewery_type"),
	text("country", "br.country"), number("abv", "b.abv", Mean, "% ABV"), number("ibu", "b.ibu", Mean, "IBU"), text("site", "br.website_url"),
	text("city", "br.city"), text("state", "br.state"), text("brewery_city", "br.city"), text("brewery_state", "br.state"),
}

// The schemas of the house. What is published has one for each relation.
var (
	ofBrewery   = join{"breweries br ON br.id = b.brewery_id", "br.", ""}
	myPurchases = &Schema{
		Name: "purchases", From: "my_purchases p", Joins: []join{{"beers b ON b.id = p.beer_id", "b.", "br."}, ofBrewery},
		Moment: "p.purchased_at", Month: "p.month", Row: strings.Fields("purchased_at beer units amount"),
		Fields: slices.Concat(ofCatalogue, timeFields("p.purchased_at", "p.month", "p.year"), []Field{
			text("channel", "p.channel"), text("purchased_at", "p.purchased_at"), number("amount", "p.amount", Sum, Money),
			number("units", "p.quantity", Sum, ""), number("rating", "p.rating", Mean, ""), number("price", "p.unit_price", Mean, Money),
		}),
	}
	myTrips = &Schema{
		Name: "trips", From: "my_bookings t", Moment: "t.check_in", Month: "t.month", Row: strings.Fields("check_in city state kind nights amount"),
		Fields: slices.Concat(timeFields("t.check_in", "t.month", yearOf("t.month")), []Field{
			text("city", "t.dest_city"), text("state", "t.dest_state"), text("kind", "t.kind"), text("check_in", "t.check_in"),
			number("amount", "t.total", Sum, Money), number("price", "t.total", Mean, Money), number("nights", "t.nights", Sum, ""),
		}),
	}
	beers        = &Schema{Name: "beers", From: "beers b", Joins: []join{ofBrewery}, Fields: ofCatalogue, Row: []string{"beer"}}
	breweries    = &Schema{Name: "breweries", From: "breweries br", Joins: []join{{"beers b ON b.brewery_id = br.id", "b.", ""}}, Fields: ofCatalogue, Row: []string{"brewery"}}
	allPurchases = published("purchases", "all", "purchases", "month quarter year style type beer brewery origin state city segment channel",
		number("amount", "a.amount", Sum, Money), number("units", "a.units", Sum, ""), number("rating", "a.rating", Mean, ""), number("price", "", Ratio, Money))
	allTrips = published("trips", "all_bookings", "bookings", "month quarter year state segment dest_city dest_state kind",
		number("amount", "a.total", Sum, Money), number("price", "a.total", Mean, Money), number("nights", "a.nights", Sum, ""))
	allClients = published("clients", "all_clients", "clients", "state city segment joined_year")
)

// published makes the schema of cells: of attributes, and the sums of a relation.
func published(name, cube, count string, attributes string, more ...Field) *Schema {
	s := &Schema{Name: name, Cube: cube, Count: count, Rank: strings.Fields(attributes), Fields: more}
	for _, a := range s.Rank {
		field := map[bool]string{true: "brewery_state", false: a}[a == "origin"]
		s.Fields = append(s.Fields, text(field, "a."+a))
	}
	if name != "clients" {
		s.Fields = append(s.Fields, number("clients", "a.clients", Sum, ""))
	}
	return s
}

// houseFields are the names of all fields of the house's rows.
var houseFields = func() map[string]bool {
	all := map[string]bool{}
	for _, s := range []*Schema{myPurchases, myTrips, allPurchases, allTrips, allClients} {
		for _, f := range s.Fields {
			all[f.Name] = true
		}
	}
	return all
}()

// schemaOf returns the rows that a plan about the house's data is over.
func schemaOf(about string, all bool) *Schema {
	for _, s := range []*Schema{beers, breweries, allClients} {
		if s.Name == about {
			return s
		}
	}
	own, others := myPurchases, allPurchases
	if about == "trips" {
		own, others = myTrips, allTrips
	}
	return map[bool]*Schema{false: own, true: others}[all]
}
