package semcache

import "testing"

func FuzzAskingTheSameIsMutual(f *testing.F) {
	f.Add("Sopa de mandioca para 2", "sopa de macaxeira para dois")
	f.Add("don't", "nada\xff\u0301 no 1.5º")
	f.Add("sem glúten, sem glúten e sem fila", "gluten free\nno\n\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, local := range []bool{true, false} {
			r, s := read(a, local), read(b, local)
			if r.same(s) != s.same(r) {
				t.Errorf("%q and %q are the same from one side only", a, b)
			}
		}
	})
}
