package guard

import "strings"

// Stream checks an answer while it is being written. What is said is whole
// sentences and lines, each after all up to it passed; from the first that did
// not, all is held back until the end.
type Stream struct {
	c    *checker
	b    strings.Builder // as it is written, with its marks
	said int             // bytes of it without marks
	held bool
}

// NewStream returns a stream for one answer.
func NewStream(f Facts) *Stream { return &Stream{c: newChecker(f)} }

// window is how many bytes before a new sentence are read with it. It bounds the
// work for each; End reads the whole answer.
const window = 1000

// Next adds what was written and returns what may be said of it.
func (s *Stream) Next(delta string) (say string) {
	s.b.WriteString(delta)
	if s.held || !strings.ContainsAny(delta, " \n\t") {
		return ""
	}
	all, marks := Unmark(s.b.String()[:unfinished(s.b.String())])
	end := s.said
	for _, u := range split(all[s.said:]) {
		if to := s.said + u.to; strings.TrimSpace(all[to:]) != "" || to < len(all) && all[to] == '\n' {
			end = max(end, to)
		}
	}
	if end == s.said {
		return ""
	}
	from := 0
	if s.said > window {
		from = s.said - window
		from += strings.IndexByte(all[from:], ' ') // its first sentence lacks its beginning, and was said
	}
	for i := range marks {
		marks[i].From, marks[i].To = marks[i].From-from, marks[i].To-from
	}
	s.c.Marks = marks
	for _, x := range s.c.check(all[from:end]) {
		if at := from + x.From; from+x.To > s.said && (x.Word == NoWord || x.Again) {
			s.held = true
			end = s.said
			for _, u := range split(all[s.said:]) {
				if s.said+u.to <= at {
					end = s.said + u.to
				}
			}
			break
		}
	}
	say, s.said = all[s.said:end], end
	return say
}

// End returns what was not said yet, the whole answer without its marks, and what
// is wrong with it. With nothing wrong, the rest may be said.
func (s *Stream) End() (rest, whole string, vs []Violation) {
	whole, s.c.Marks = Unmark(s.b.String())
	return whole[s.said:], whole, s.c.check(whole)
}
