package web_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// The page can be installed by what Chromium asks of one: a manifest that it reads without an error, in a
// secure context, with a name, a start within its scope, a window of its own, and icons of the sizes that
// they are said to have. A browser without windows finds nothing wrong with any page, one with windows would.
func TestPageCanBeInstalled(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 390, 800)
	got := call(p, page.GetAppManifest, page.GetAppManifestParams{})
	m := got.Manifest
	if len(got.Errors) > 0 || m == nil || m.Name == "" || !strings.HasPrefix(m.StartURL, m.Scope) || m.Scope != p.base+"/" || !strings.HasSuffix(strings.ToLower(m.Display), "standalone") {
		t.Fatalf("the manifest is %+v, with %+v", m, got.Errors)
	}
	wrong, err := chromedp.Call(p.ctx, page.GetInstallabilityErrors, cdp.Empty{})
	if err != nil || len(wrong.InstallabilityErrors) > 0 || !js[bool](p, "isSecureContext") {
		t.Errorf("the browser would not install it: %+v, %v", wrong, err)
	}
	icons := js[[]string](p, `fetch("/page/img/app.webmanifest").then((r) => r.json()).then((m) => Promise.all(m.icons.filter((i) => i.type === "image/png").map(async (i) => {
		const image = new Image();
		image.src = i.src;
		await image.decode();
		return [i.sizes, image.naturalWidth + "x" + image.naturalHeight, i.purpose].join(" ");
	})))`)
	if want := []string{"192x192 192x192 any maskable", "512x512 512x512 any maskable"}; !slices.Equal(icons, want) {
		t.Errorf("the icons are %q, want %q", icons, want)
	}
}
