// Package pattern compiles regular expressions when they are first needed: all of the
// house's together take longer than a short command should.
package pattern

import (
	"regexp"
	"sync"
)

// Of returns a function that compiles expr once. It panics then if expr is none.
func Of(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
