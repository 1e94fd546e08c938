package ontology

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// A source is what the texts say, before it is put into an image.
type source struct {
	names []string
	ids   map[string]int
	links [][]link
	rules []ruleLine
	lines []formLine
	hash  string
}

type ruleLine struct {
	concept int
	links   []link
}

// A formLine has the forms that one line gives a concept.
type formLine struct {
	concept int
	forms   []written
}

// A written form is its words: as written, folded, and of these those that are not small.
type written struct{ form, all, words []string }

// Load reads all *.txt of dir: ids.txt has the names of the concepts that have
// a place already, one a line, in the order of their ids, and must only grow;
// infer.txt has the rules; every other file has concepts. It returns all
// mistakes at once, each with its file and line.
func Load(dir fs.FS) (*Ontology, error) {
	image, err := compile(dir)
	if err != nil {
		return nil, err
	}
	return open(string(image)), nil
}

// compile reads the texts of dir into an image.
func compile(dir fs.FS) ([]byte, error) {
	files, err := fs.Glob(dir, "*.txt")
	if err != nil {
		return nil, err
	}
	s := &source{ids: map[string]int{}}
	sum := sha256.New()
	var wrong []error
	var todo []entry
	for _, file := range sorted(files) {
		text, err := fs.ReadFile(dir, file)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(sum, "%s\n%s\n", file, text)
		lines := bufio.NewScanner(strings.NewReader(string(text)))
		for n := 1; lines.Scan(); n++ {
			line := strings.TrimSpace(lines.Text())
			if line == "" || line[0] == '#' {
				continue
			}
			if file == "ids.txt" {
				s.add(line)
				continue
			}
			e, err := parse(line, file == "infer.txt")
			if err != nil {
				wrong = append(wrong, fmt.Errorf("%s:%d: %w", file, n, err))
				continue
			}
			e.where = fmt.Sprintf("%s:%d", file, n)
			if !e.rule {
				s.add(e.name)
			}
			todo = append(todo, e)
		}
		if err := lines.Err(); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", file, err))
		}
	}
	described := map[string]bool{}
	for _, e := range todo {
		described[e.name] = described[e.name] || !e.rule
		if err := s.enter(e); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", e.where, err))
		}
	}
	for _, name := range s.names {
		if len(wrong) == 0 && !described[name] {
			wrong = append(wrong, fmt.Errorf("ids.txt: %s is described nowhere; a concept may be emptied, not forgotten", name))
		}
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	s.hash = hex.EncodeToString(sum.Sum(nil)[:6])
	return s.image(), nil
}

// sorted puts ids.txt first, since it gives the places, and core.txt next, so
// that its forms are the first of their concepts.
func sorted(files []string) []string {
	rank := map[string]int{"ids.txt": -2, "core.txt": -1}
	slices.SortFunc(files, func(a, b string) int { return cmp.Or(rank[a]-rank[b], strings.Compare(a, b)) })
	return files
}

// An entry is one line of a file.
type entry struct {
	name  string
	links map[byte][]string
	forms []string
	rule  bool
	where string
}

// parse reads a line: fields are opened by < + ~ ! - and :, and what follows a
// colon are forms up to the end.
func parse(line string, rule bool) (entry, error) {
	e := entry{links: map[byte][]string{}, rule: rule}
	head, forms, found := strings.Cut(line, ":")
	if rule == found {
		if rule {
			return e, errors.New("a rule has no forms")
		}
		return e, errors.New("want name < broader + has ~ goes with ! opposite - excludes : forms; the colon is missing")
	}
	kind := byte(0)
	for _, w := range strings.Fields(head) {
		switch {
		case len(w) == 1 && strings.Contains("<+~!-", w):
			kind = w[0]
		case strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789_") != "":
			return e, fmt.Errorf("%q is no name: small letters, digits and _ only", w)
		case e.name == "":
			e.name = w
		case kind == 0:
			return e, fmt.Errorf("%q stands between the name and the first of < + ~ ! -", w)
		default:
			e.links[kind] = append(e.links[kind], w)
		}
	}
	if e.name == "" {
		return e, errors.New("a line begins with a name")
	}
	for f := range strings.SplitSeq(forms, ",") {
		if f = strings.TrimSpace(f); f != "" {
			e.forms = append(e.forms, f)
		}
	}
	return e, nil
}

func (s *source) add(name string) {
	if _, ok := s.ids[name]; ok {
		return
	}
	s.ids[name] = len(s.names)
	s.names = append(s.names, name)
	s.links = append(s.links, nil)
}

func (s *source) enter(e entry) error {
	id, ok := s.ids[e.name]
	if !ok {
		return fmt.Errorf("there is no concept %q", e.name)
	}
	var links []link
	for _, kind := range slices.Sorted(maps.Keys(e.links)) {
		for _, name := range e.links[kind] {
			to, ok := s.ids[name]
			if !ok {
				return fmt.Errorf("%s: there is no concept %q", e.name, name)
			}
			if to == id {
				return fmt.Errorf("%s is linked to itself", e.name)
			}
			links = append(links, link{to, kind})
		}
	}
	if e.rule {
		s.rules = append(s.rules, ruleLine{id, links})
		return nil
	}
	s.links[id] = append(s.links[id], links...)
	line := formLine{concept: id}
	for _, f := range e.forms {
		x := split(f)
		if len(x.all) == 0 || len(x.all) == 1 && len(x.words) == 0 {
			return fmt.Errorf("%s: the form %q has no word in it", e.name, f)
		}
		line.forms = append(line.forms, x)
	}
	s.lines = append(s.lines, line)
	return nil
}

func split(text string) written {
	f := written{form: strings.Fields(text)}
	for _, w := range f.form {
		for x := range strings.FieldsSeq(lang.Fold(w)) {
			f.all = append(f.all, x)
			if !small[x] {
				f.words = append(f.words, x)
			}
		}
	}
	return f
}
