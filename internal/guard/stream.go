package guard

import "strings"

// Stream checks an answer while it is being written. What is said is whole
// sentences and lines, each after all up to it passed; from the first that did
// not, all is held back until the end.
type Stream struct {
	c    *checker
	b    strings.Builder
	said int // bytes
	held bool
}

// NewStream returns a stream for one answer.
func NewStream(f Facts) *Stream { return &Stream{c: newChecker(f)} }

// Next adds what was written and returns what may be said of it.
func (s *Stream) Next(delta string) (say string) {
	s.b.WriteString(delta)
	if s.held || !strings.ContainsAny(delta, " \n\t") {
		return ""
	}
	all := s.b.String()
	end := s.said
	for _, u := range readText(all).units {
		if u.to < len(all) && strings.TrimSpace(all[u.to:]) != "" || u.to < len(all) && all[u.to] == '\n' {
			end = max(end, u.to)
		}
	}
	if end == s.said {
		return ""
	}
	if vs := s.c.check(all[:end]); len(vs) > 0 {
		s.held = true
		end = s.said
		for _, u := range readText(all).units {
			if u.from >= s.said && u.to <= vs[0].From {
				end = u.to
			}
		}
	}
	say, s.said = all[s.said:end], end
	return say
}

// End returns what was not said yet, the whole answer, and what is wrong with
// it. With nothing wrong, the rest may be said.
func (s *Stream) End() (rest, whole string, vs []Violation) {
	whole = s.b.String()
	return whole[s.said:], whole, s.c.check(whole)
}
