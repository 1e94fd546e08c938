package cli

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/door/config"
)

// A provider that was added to the settings alone would otherwise be asked with another's key.
func TestEveryProviderOfTheSettingsMakesItsOwnModels(t *testing.T) {
	key := config.Provider{Key: "k"}
	c := &config.Config{Gemini: key, OpenAI: key, Groq: key, Anthropic: key}
	for _, name := range config.Providers() {
		if _, err := provider(c, config.Model{Provider: name, Name: "x"}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := provider(c, config.Model{Provider: "mistral", Name: "x"}); err == nil {
		t.Error("there are models of a provider that nobody made")
	}
}
