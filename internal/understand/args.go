package understand

import "strings"

// argKinds says which kinds of spans are which arguments of an act. The words of
// several spans of one argument are put together with commas.
var argKinds = map[string][][2]string{
	"find_dishes":    {{"wish", "food drink taste cuisine diet beer_style"}, {"max_price", "money"}},
	"about_dish":     {{"ref", "ref food drink"}, {"ask", "diet"}},
	"bill":           {{"ref", "ref food drink"}},
	"order":          {{"ref", "ref food drink"}},
	"ask_staff":      {{"people", "people"}, {"date", "date"}, {"time", "time"}},
	"find_breweries": {{"place", "place"}, {"style", "beer_style"}},
	"about_brewery":  {{"ref", "ref brewery name"}},
	"plan_trip":      {{"place", "place"}, {"dates", "date"}, {"people", "people"}, {"lodging", "lodging"}, {"amenity", "amenity"}, {"max_price", "money"}, {"cuisine", "cuisine"}},
	"choose":         {{"ref", "ref name food brewery lodging"}},
	"forget":         {{"what", "food drink diet name fact people place"}},
}

// whole are the acts with an argument that is the guest's message.
var whole = map[string]string{"ask_purchases": "question", "ask_data": "question", "draw_chart": "of", "ask_staff": "request", "house_info": "topic", "outside": "topic"}

// fill gives acts their arguments, in the guest's words.
func (r *Reading) fill(text string) {
	for i := range r.Acts {
		a := &r.Acts[i]
		args := map[string]string{}
		for _, k := range argKinds[a.Name] {
			var said []string
			for _, s := range r.Spans {
				if strings.Contains(" "+k[1]+" ", " "+s.Kind+" ") {
					said = append(said, s.Text)
				}
			}
			if len(said) > 0 {
				args[k[0]] = strings.Join(said, ", ")
			}
		}
		if name := whole[a.Name]; name != "" {
			args[name] = strings.TrimSpace(text)
		}
		if len(args) > 0 {
			a.Args = args
		}
	}
}
