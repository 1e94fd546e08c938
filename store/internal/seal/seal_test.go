package seal_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/store/internal/seal"
)

// opener returns an Opener as a row of the guest's memory leaves it.
func opener(guest string, k *seal.Key, memory string, salt []byte) *seal.Opener {
	o := &seal.Opener{}
	into := o.Into()
	*into[0].(*string), *into[4].(*string), *into[5].(*[]byte) = guest, memory, salt
	if k != nil {
		*into[1].(**int64), *into[2].(*[]byte) = &k.ID, k.Raw
	}
	return o
}

func TestAMemoryIsOpenedWithKeyAndSaltOnly(t *testing.T) {
	ana, rui := mustMake(t), mustMake(t)
	salt, other := seal.Salt(), seal.Salt()
	k := must.Get(ana.Of(salt))(t)
	again, err := ana.Of(salt)
	if err != nil || again.ID != k.ID || !bytes.Equal(again.Raw, k.Raw) || k.ID == ana.ID || bytes.Equal(k.Raw, ana.Raw) {
		t.Errorf("Of = %v, %v, want the same key each time, and not the guest's", again, err)
	}
	value := k.Seal([]byte(`"camarão"`), "memory", "m1")
	for name, tt := range map[string]struct {
		o    *seal.Opener
		want error
	}{
		"key and salt":      {opener("ana", ana, "m1", salt), nil},
		"no salt":           {opener("ana", ana, "m1", nil), seal.ErrForgotten},
		"another salt":      {opener("ana", ana, "m1", other), seal.ErrForgotten},
		"no key":            {opener("ana", nil, "m1", salt), seal.ErrForgotten},
		"another's key":     {opener("ana", rui, "m1", salt), seal.ErrForgotten},
		"the guest's alone": {opener("ana", ana, "", salt), seal.ErrForgotten},
	} {
		got, err := tt.o.Open(value, "memory", "m1")
		if !errors.Is(err, tt.want) || (err == nil) != (string(got) == `"camarão"`) {
			t.Errorf("%s: Open = %q, %v, want error %v", name, got, err, tt.want)
		}
	}
	if got, err := opener("ana", ana, "m1", salt).Open(value, "memory", "m2"); err == nil || errors.Is(err, seal.ErrForgotten) {
		t.Errorf("at another place: Open = %q, %v, want that it was changed", got, err)
	}
}

func TestTheMarkAloneIsForgotten(t *testing.T) {
	for _, guest := range []string{"ana", ""} {
		if got, err := opener(guest, nil, "", nil).Open([]byte{1}, "event"); !errors.Is(err, seal.ErrForgotten) {
			t.Errorf("of %q: Open = %q, %v, want ErrForgotten", guest, got, err)
		}
	}
}

func TestNobodysIsSealedWithNothing(t *testing.T) {
	k, err := (*seal.Key)(nil).Of(seal.Salt())
	if err != nil || k != nil {
		t.Fatalf("Of = %v, %v, want no key", k, err)
	}
	value := k.Seal([]byte(`"vinho"`), "memory", "m1")
	if got, err := opener("", nil, "m1", nil).Open(value, "memory", "m1"); string(got) != `"vinho"` || err != nil {
		t.Errorf("Open = %q, %v, want it as it is", got, err)
	}
}

func mustMake(t *testing.T) *seal.Key {
	t.Helper()
	return must.Get(seal.Make())(t)
}
