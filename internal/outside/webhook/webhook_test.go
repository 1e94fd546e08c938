package webhook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/outside/webhook"
)

func TestWhoHasTheSecretKnowsThatItIsUs(t *testing.T) {
	var got http.Header
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got = r.Header
		body, _ = io.ReadAll(r.Body)
	}))
	defer server.Close()
	key := []byte("0123456789abcdef")
	for _, secret := range []string{string(key), "whsec_" + base64.StdEncoding.EncodeToString(key)} {
		h := &webhook.Hook{URL: server.URL, Secret: secret}
		if err := h.Check(); err != nil {
			t.Fatal(err)
		}
		if err := h.Send(t.Context(), "r1", []byte(`{"a":1}`)); err != nil {
			t.Fatal(err)
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte("r1." + got.Get("Webhook-Timestamp") + "." + string(body)))
		if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); got.Get("Webhook-Signature") != want || got.Get("Webhook-Id") != "r1" || got.Get("Idempotency-Key") != "r1" {
			t.Errorf("with %s the signature is %s, want %s; %v", secret, got.Get("Webhook-Signature"), want, got)
		}
	}
}

func TestWhatIsNo2xxIsAnError(t *testing.T) {
	elsewhere := 0
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, server.URL+"/elsewhere", http.StatusTemporaryRedirect)
			return
		}
		if r.URL.Path == "/elsewhere" {
			elsewhere++
			return
		}
		http.Error(w, "secret words", http.StatusInternalServerError)
	}))
	defer server.Close()
	for path, want := range map[string]string{"/moved": "answers 307", "/broken": "answers 500"} {
		err := (&webhook.Hook{URL: server.URL + path, Secret: "0123456789abcdef"}).Send(t.Context(), "r1", nil)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "words") {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
	if elsewhere > 0 {
		t.Error("a redirect was followed")
	}
}

func TestAHookThatWouldTellOthersIsRefused(t *testing.T) {
	for _, h := range []webhook.Hook{{URL: "http://hooks.example/x", Secret: "0123456789abcdef"}, {URL: "https://hooks.example/x", Secret: "short"}, {URL: "::", Secret: "0123456789abcdef"}} {
		if h.Check() == nil {
			t.Errorf("%+v is taken", h)
		}
	}
}
