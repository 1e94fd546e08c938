// Package wordfile reads the one format of the text files in which the house keeps what
// it says and the words that it knows. A line is a key, a colon and a value:
//
//	# a remark
//	kin: mãe, pai, irmã,
//	  mother, father, sister
//
// A line that begins with two spaces goes on with the value above it. What stands in a
// value is up to who reads it: a text, a list by commas, words by spaces. Several lines
// may have one key. The files are part of the program, so a line without a colon panics.
package wordfile

import (
	"fmt"
	"iter"
	"strings"
)

// Entries yields the keys and the values of a file in its order.
func Entries(file string) iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		for line := range strings.Lines(strings.ReplaceAll(file, "\n  ", " ")) {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			key, value, ok := strings.Cut(line, ":")
			if !ok {
				panic(fmt.Sprintf("no colon in the line %q", line))
			}
			if !yield(strings.TrimSpace(key), strings.TrimSpace(value)) {
				return
			}
		}
	}
}

// Lists returns what stands between the commas of a file's values, by their keys.
func Lists(file string) map[string][]string {
	all := map[string][]string{}
	for key, value := range Entries(file) {
		all[key] = append(all[key], List(value)...)
	}
	return all
}

// List returns what stands between the commas of a value: "leite, creme de leite".
func List(value string) []string {
	var all []string
	for one := range strings.SplitSeq(value, ",") {
		if one = strings.TrimSpace(one); one != "" {
			all = append(all, one)
		}
	}
	return all
}

// A Book has the words of a file by their keys, to look one up in.
type Book map[string]map[string]bool

// Sets returns the words of a file's values, by their keys.
func Sets(file string) Book {
	all := Book{}
	for key, value := range Entries(file) {
		if all[key] == nil {
			all[key] = map[string]bool{}
		}
		for w := range strings.FieldsSeq(value) {
			all[key][w] = true
		}
	}
	return all
}

// Set returns the words of a key, and panics if the file does not have it.
func (b Book) Set(key string) map[string]bool {
	if b[key] == nil {
		panic("no words are called " + key)
	}
	return b[key]
}
