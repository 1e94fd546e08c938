package page

import (
	"strings"
	"testing"
	"text/template"
)

type seating struct {
	House  struct{ Name string }
	Guests []string
	Tables []*place
	Seats  int
	Shade  float64
	Late   bool
	Near   *place
}

type place struct{ Name string }

// TestAPageReadsAsTextTemplateWouldWriteIt compares with the package whose language it is.
func TestAPageReadsAsTextTemplateWouldWriteIt(t *testing.T) {
	full := seating{Guests: []string{"Ana", "Rui"}, Tables: []*place{{"7"}, {"8"}}, Seats: 4, Shade: .5, Late: true, Near: &place{"bar"}}
	full.House.Name = "Casa do Mar"
	for _, text := range []string{
		"", " \n ", "plain {{/* a comment */}} text", "{{.House.Name}} {{.Seats}} {{.Shade}} {{.Late}}",
		"{{if .Late}}late{{else if .Seats}}seats{{else}}neither{{end}}",
		"{{range .Guests}}- {{.}}\n{{else}}nobody{{end}}", "{{range $i, $g := .Guests}}{{if $i}}, {{end}}{{$g}} of {{$.Seats}}{{end}}",
		"{{range .Tables}}{{.Name}};{{end}}", "{{with .Near}}near {{.Name}}{{else}}anywhere{{end}}",
		"{{$x := .Seats}}{{if .Late}}{{$x = 9}}{{$y := 1}}{{$y}}{{end}}{{$x}}",
		`{{or .House.Name "a house"}}`, "{{and .Late .Seats}}", "{{not .Late}}", "{{len .Guests}}", `{{len "abc"}}`,
		`{{if eq .Seats 4}}four{{end}}{{if ne .House.Name "x"}} other{{end}}{{if eq .House.Name "a" "Casa do Mar"}} one of{{end}}`,
		`{{json .Guests}} {{.House.Name | json}} {{json (printf "%.4s" .House.Name)}} {{printf "%d%%" 5}}`,
		"{{if gt .Seats 3}}many{{else if le .Seats 0}}none{{end}}{{if lt (len .Guests) 2}} few{{end}}{{if ge .Shade 0.5}} shade{{end}}", `{{if lt .House.Name "D"}}early{{end}}`,
		"{{if .Guests}}{{index .Guests 1}}{{end}}{{index .Guests 5}}", `{{print "a" .Seats "b"}}`,
		"a {{- if .Late}} b {{- end}} c\n{{- .Seats -}}\n d", "{{.Missing}}", "{{.Seats.More}}", "{{range .Seats.X}}{{end}}", "{{.Near.Name}}", "{{.Late 3}}", "{{json}}",
		`{{define "one"}}<{{.}}>{{end}}{{range .Guests}}{{template "one" .}}{{end}}`,
	} {
		for name, in := range map[string]seating{"empty": {}, "full": full} {
			got, ours := "", error(nil)
			if p, err := Parse("p", text, nil); err != nil {
				ours = err
			} else {
				var w strings.Builder
				ours = p.Write(&w, in)
				got = w.String()
			}
			var w strings.Builder
			theirs := template.Must(template.New("p").Funcs(template.FuncMap{"json": func(v any) (any, error) { return functions["json"]([]any{v}) }}).Parse(text)).Execute(&w, in)
			if (ours == nil) != (theirs == nil) || ours == nil && got != w.String() {
				t.Errorf("%s with %s fields = %q, %v; text/template: %q, %v", text, name, got, ours, w.String(), theirs)
			}
		}
	}
}
