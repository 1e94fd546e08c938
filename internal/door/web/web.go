// Package web is the page: where a person uses all of maitre in a browser. It
// is HTML, style sheets and ES modules written by hand, embedded in the
// program. The page is a client of /agui and /api/v1 and of nothing else.
//
// Begin reading at page/js/main.js. [Serve] answers with one file.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"
)

//go:embed page
var page embed.FS

// types are the kinds of file that are served.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".png":  "image/png",

	".webmanifest": "application/manifest+json",
}

type file struct {
	kind, tag string
	content   []byte
	packed    []byte // by gzip
}

// all are the files by name, such as index.html or js/main.js.
var all = sync.OnceValue(func() pages {
	found := map[string]file{}
	whole := sha256.New()
	_ = fs.WalkDir(page, ".", func(name string, _ fs.DirEntry, _ error) error { // what is embedded can be read
		kind := types[path.Ext(name)]
		if kind == "" {
			return nil
		}
		content, _ := page.ReadFile(name)
		whole.Write(content)
		found[strings.TrimPrefix(name, "page/")] = newFile(kind, content)
		return nil
	})
	version := base64.RawURLEncoding.EncodeToString(whole.Sum(nil)[:9])
	for name, f := range found {
		if path.Ext(name) == ".html" { // which names the files of this version: js~VERSION/main.js
			found[name] = newFile(f.kind, linked.ReplaceAll(f.content, []byte("${1}~"+version+"/")))
		}
	}
	return pages{version, found}
})

// pages are the files by name, and a hash of them all.
type pages struct {
	version string
	files   map[string]file
}

// linked is where a page names a style or a module.
var linked = regexp.MustCompile(`(="/page/(?:js|css))/`)

func newFile(kind string, content []byte) file {
	sum := sha256.Sum256(content)
	return file{kind, `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`, content, pack(content)}
}

// Serve answers with a file of the page, and reports whether there is one of
// this name; if not it has written nothing. A browser keeps a file that is named
// with the version of this program, as in js~VERSION/main.js, and asks each time
// whether another one is still the same, so that a new program never meets half
// of an old page.
func Serve(w http.ResponseWriter, r *http.Request, name string) bool {
	keep := "no-cache"
	if dir, rest, ok := strings.Cut(name, "~"); ok {
		version, base, _ := strings.Cut(rest, "/")
		if name = dir + "/" + base; version == all().version {
			keep = "public, max-age=31536000, immutable"
		}
	}
	f, ok := all().files[name]
	if !ok {
		return false
	}
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", keep)
	h.Set("ETag", f.tag)
	h.Set("Vary", "Accept-Encoding")
	content := f.content
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && r.Header.Get("Range") == "" {
		h.Set("Content-Encoding", "gzip")
		h.Set("ETag", strings.TrimSuffix(f.tag, `"`)+`-gzip"`)
		content = f.packed
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
	return true
}

// File returns a file of the page, as it is served.
func File(name string) ([]byte, bool) {
	f, ok := all().files[name]
	return f.content, ok
}

// pack compresses a file. It does so once: a guest may wait on a slow line.
func pack(content []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // a level that there is
	_, _ = w.Write(content)                               // nor can a buffer fail
	_ = w.Close()
	return b.Bytes()
}
