package safesql

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/ncruces/go-sqlite3"
)

// replaceSlow replaces the functions of the engine whose work is the product
// of the lengths of their arguments: nothing interrupts a call, and a row can
// have a hundred.
func replaceSlow(c *sqlite3.Conn) error {
	trim := func(left, right bool) sqlite3.ScalarFunction {
		return onTexts(func(ctx sqlite3.Context, a []string) {
			in := map[rune]bool{}
			for _, r := range a[1] {
				in[r] = true
			}
			s, isIn := a[0], func(r rune) bool { return in[r] }
			if left {
				s = strings.TrimLeftFunc(s, isIn)
			}
			if right {
				s = strings.TrimRightFunc(s, isIn)
			}
			ctx.ResultText(s)
		})
	}
	instr := onTexts(func(ctx sqlite3.Context, a []string) {
		at := strings.Index(a[0], a[1])
		if at >= 0 {
			at = utf8.RuneCountInString(a[0][:at])
		}
		ctx.ResultInt(at + 1)
	})
	const flags = sqlite3.DETERMINISTIC | sqlite3.INNOCUOUS
	return errors.Join(
		c.CreateFunction("trim", 2, flags, trim(true, true)),
		c.CreateFunction("ltrim", 2, flags, trim(true, false)),
		c.CreateFunction("rtrim", 2, flags, trim(false, true)),
		c.CreateFunction("instr", 2, flags, instr),
	)
}

// onTexts makes a function of texts, NULL if one of them is.
func onTexts(f func(ctx sqlite3.Context, a []string)) sqlite3.ScalarFunction {
	return func(ctx sqlite3.Context, arg ...sqlite3.Value) {
		texts := make([]string, len(arg))
		for i, v := range arg {
			if v.Type() == sqlite3.NULL {
				ctx.ResultNull()
				return
			}
			texts[i] = v.Text()
		}
		f(ctx, texts)
	}
}
