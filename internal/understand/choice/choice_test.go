package choice

import "testing"

var breweries = []string{"Stone Brewing", "Ballast Point Brewing Company", "Pizza Port Carlsbad"}

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		said string
		want Answer
		ok   bool
	}{
		{"sim", Answer{Yes: true}, true},
		{"Siiim!", Answer{Yes: true}, true},
		{"claro, por favor", Answer{Yes: true}, true},
		{"sí, por favor", Answer{Yes: true}, true},
		{"não", Answer{}, true},
		{"não, obrigado", Answer{}, true},
		{"agora não", Answer{}, true},
		{"não precisa, obrigado", Answer{}, true},
		{"não quero saber mais", Answer{}, true},
		{"👎", Answer{}, true},
		{"a segunda", Answer{true, 2}, true},
		{"the last one", Answer{true, 3}, true},
		{"2", Answer{true, 2}, true},
		{"me fala da Stone", Answer{true, 1}, true},
		{"não, a terceira", Answer{true, 3}, true},
		{"a quinta", Answer{}, false},
		{"talvez", Answer{}, false},
		{"quero ir para Floripa na segunda com a minha esposa e os dois filhos", Answer{}, false},
	} {
		if got, ok := Read(tt.said, breweries); got != tt.want || ok != tt.ok {
			t.Errorf("Read(%q) = %+v, %v; want %+v, %v", tt.said, got, ok, tt.want, tt.ok)
		}
	}
}

func TestAWordThatTwoNamesShareNamesNeither(t *testing.T) {
	if n := Named("a Port", []string{"Port Brewing", "Pizza Port"}); n != 0 {
		t.Errorf("Named = %d", n)
	}
	if n := Named("a Pizza Port!", []string{"Port", "Pizza Port"}); n != 2 {
		t.Errorf("the longer name is meant, not %d", n)
	}
}
