package sample

import "strings"

// place is a city where clients live and travel.
type place struct {
	share int // how many live there
	city  string
	code  string // "CA"
	state string // "California"
	area  string // of its telephones
	zips  []string
}

var places = []place{
	{32, "San Diego", "CA", "California", "619", zips("92101 92103 92104 92116")},
	{18, "Los Angeles", "CA", "California", "213", zips("90012 90013 90026")},
	{14, "San Francisco", "CA", "California", "415", zips("94103 94110 94117")},
	{10, "Sacramento", "CA", "California", "916", zips("95814 95816")},
	{16, "Portland", "OR", "Oregon", "503", zips("97202 97209 97214")},
	{9, "Bend", "OR", "Oregon", "541", zips("97701 97703")},
	{7, "Eugene", "OR", "Oregon", "541", zips("97401 97402")},
	{16, "Seattle", "WA", "Washington", "206", zips("98101 98103 98107")},
	{8, "Spokane", "WA", "Washington", "509", zips("99201 99202")},
	{16, "Denver", "CO", "Colorado", "303", zips("80202 80205 80211")},
	{8, "Boulder", "CO", "Colorado", "303", zips("80301 80302")},
	{9, "Fort Collins", "CO", "Colorado", "970", zips("80521 80524")},
	{10, "Grand Rapids", "MI", "Michigan", "616", zips("49503 49504")},
	{11, "Detroit", "MI", "Michigan", "313", zips("48201 48226")},
	{11, "Cleveland", "OH", "Ohio", "216", zips("44113 44114")},
	{12, "Columbus", "OH", "Ohio", "614", zips("43201 43215")},
	{11, "Cincinnati", "OH", "Ohio", "513", zips("45202 45208")},
	{13, "Austin", "TX", "Texas", "512", zips("78701 78702 78704")},
	{12, "Houston", "TX", "Texas", "713", zips("77002 77007")},
	{9, "Dallas", "TX", "Texas", "214", zips("75201 75226")},
	{16, "Brooklyn", "NY", "New York", "718", zips("11211 11215 11222")},
	{11, "New York", "NY", "New York", "212", zips("10003 10009")},
	{8, "Rochester", "NY", "New York", "585", zips("14604 14607")},
	{13, "Boston", "MA", "Massachusetts", "617", zips("02108 02116 02118")},
	{8, "Cambridge", "MA", "Massachusetts", "617", zips("02138 02139")},
	{12, "Burlington", "VT", "Vermont", "802", zips("05401 05408")},
	{13, "Philadelphia", "PA", "Pennsylvania", "215", zips("19103 19123 19125")},
	{10, "Pittsburgh", "PA", "Pennsylvania", "412", zips("15201 15222")},
	{18, "Chicago", "IL", "Illinois", "312", zips("60607 60614 60647")},
	{12, "Milwaukee", "WI", "Wisconsin", "414", zips("53202 53207")},
	{9, "Madison", "WI", "Wisconsin", "608", zips("53703 53704")},
	{11, "Asheville", "NC", "North Carolina", "828", zips("28801 28803")},
	{10, "Charlotte", "NC", "North Carolina", "704", zips("28202 28205")},
	{11, "Tampa", "FL", "Florida", "813", zips("33602 33605")},
	{12, "Miami", "FL", "Florida", "305", zips("33127 33130")},
	{13, "Portland", "ME", "Maine", "207", zips("04101 04102")},
	{12, "Minneapolis", "MN", "Minnesota", "612", zips("55401 55408")},
	{8, "Saint Paul", "MN", "Minnesota", "651", zips("55101 55104")},
}

func zips(list string) []string { return strings.Fields(list) }
