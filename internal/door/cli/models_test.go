package cli

import (
	"reflect"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/door/config"
)

// A provider that was added to the settings alone would otherwise be asked with another's key.
func TestEveryProviderOfTheSettingsMakesItsOwnModels(t *testing.T) {
	c := &config.Config{}
	for _, name := range config.Providers() {
		field := reflect.ValueOf(c).Elem().FieldByNameFunc(func(f string) bool { return strings.EqualFold(f, name) })
		if !field.IsValid() {
			t.Fatalf("config.Config has no field for the provider %s", name)
		}
		field.Set(reflect.ValueOf(config.Provider{Key: "k"}))
		if _, err := provider(c, config.Model{Provider: name, Name: "x"}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := provider(c, config.Model{Provider: "mistral", Name: "x"}); err == nil {
		t.Error("there are models of a provider that nobody made")
	}
}
