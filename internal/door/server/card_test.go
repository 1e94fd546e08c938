package server

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/menu/editor"
	"github.com/maitre-dev/maitre/retrieve"
)

// withDesk is a house whose card can be changed, by dona; rita is of its staff.
func withDesk(t *testing.T) *house {
	t.Helper()
	return opened(t, func(o *Options) {
		db := o.Store.(editor.Store)
		o.Tokens, o.Operator = true, "dona"
		o.Desk = &editor.Desk{
			Store: db, House: func(context.Context) (string, error) { return "", nil },
			Open: func(_ context.Context, name string) (*retrieve.Collection, error) {
				return retrieve.New(name, db, nil), nil
			},
		}
	})
}

// card is what is told of it.
type card struct {
	cardView
	Error struct{ Code, Message string }
}

func (h *house) desk(method, path, body string) (card, answer) {
	h.t.Helper()
	a := h.ask(request{method: method, path: "/api/v1/card" + path, body: body, guest: "dona"})
	var c card
	_ = json.Unmarshal([]byte(a.body), &c)
	return c, a
}

// publish publishes a version of the draft.
func (h *house) publish(version int64) answer {
	h.t.Helper()
	_, a := h.desk("POST", "/publish", fmt.Sprintf(`{"version":%d}`, version))
	return a
}

// brings publishes a card that a file has.
func (h *house) brings(file string) {
	h.t.Helper()
	c, _ := h.desk("POST", "/file?name=menu.csv", file)
	answered(h.t, h.publish(c.Version), 200, "publishing")
}

// dishes are the items that guests have.
func (h *house) dishes() map[string]menu.Item {
	h.t.Helper()
	c, err := menu.OpenCard(h.t.Context(), retrieve.New(menu.Collection(""), h.o.Desk.Store, nil))
	must(h.t, err)
	all := map[string]menu.Item{}
	for _, it := range c.Items() {
		all[it.Name] = it
	}
	return all
}

func TestAnOwnerBringsACardMendsItAndPublishes(t *testing.T) {
	h := withDesk(t)
	c, a := h.desk("POST", "/file?name=menu.csv", "nome;preço;contém;pode conter\nBobó;R$ 70,00;crustáceos;peixe\nPudim;catorze;leite, ovo;\n")
	if a.status != 200 || !c.Draft || len(c.Rows) != 2 || len(c.Problems) != 1 || c.Problems[0].Line != 3 || c.Problems[0].Code != "price" || c.Rows[1].Item != nil {
		t.Fatalf("uploaded: %d %s", a.status, a.body)
	}
	if it := c.Rows[0].Item; it == nil || it.May[0] != "peixe" || c.Changes.New != 1 || len(c.Lists["eu"]) != 14 {
		t.Errorf("it is understood as %s", a.body)
	}
	refused(t, h.publish(c.Version), 422, "mistakes", "guests have", h.dishes())
	c.Rows[1].Cells["price"] = "14"
	body, _ := json.Marshal(map[string]any{"version": c.Version, "rows": c.Rows})
	mended, a := h.desk("PUT", "", string(body))
	if a.status != 200 || len(mended.Problems) != 0 || mended.Changes.New != 2 {
		t.Fatalf("mended: %d %s", a.status, a.body)
	}
	_, a = h.desk("PUT", "", string(body))
	refused(t, a, 409, "changed", "who looked before somebody else's change")
	refused(t, h.publish(c.Version), 409, "changed", "publishing what was changed since")
	answered(t, h.publish(mended.Version), 200, "publishing")
	if got := h.dishes(); len(got) != 2 || got["Bobó"].Allergens[0] != "crustáceos" || got["Pudim"].Price.Amount != 1400 {
		t.Errorf("guests have %+v", got)
	}
	if now, _ := h.desk("GET", "", ""); now.Draft || now.Version != 0 || len(now.Rows) != 2 || len(now.Problems) != 0 || now.Changes != (editor.Changes{}) {
		t.Errorf("then there is %+v", now.View)
	}
}

func TestAVersionIsBroughtBackAndWhatIsSoldOutStaysSo(t *testing.T) {
	h := withDesk(t)
	h.brings("name,allergens\nBobó,crustáceos\nPudim,leite\n")
	if a := h.ask(request{method: "PUT", path: "/api/v1/card/items/pudim/sold-out", guest: "rita"}); a.status != 204 || h.dishes()["Pudim"].SoldOut.IsZero() {
		t.Errorf("the staff says that something is sold out: %d %s", a.status, a.body)
	}
	h.brings("name,allergens\nBobó,\"crustáceos, amendoim\"\nPudim,leite\nTorta,glúten\n")
	if got := h.dishes(); len(got) != 3 || len(got["Bobó"].Allergens) != 2 || got["Pudim"].SoldOut.IsZero() {
		t.Errorf("guests have %+v", got)
	}
	var list struct{ Versions []editor.Version }
	if h.get("dona", "/api/v1/card/versions", &list); len(list.Versions) != 2 || !list.Versions[0].Live || list.Versions[0].By != "test" || list.Versions[1].Items != 2 {
		t.Fatalf("the versions are %+v", list)
	}
	_, a := h.desk("POST", "/versions/"+list.Versions[1].ID, "")
	answered(t, a, 200, "bringing it back")
	if got := h.dishes(); len(got) != 2 || len(got["Bobó"].Allergens) != 1 || got["Pudim"].SoldOut.IsZero() {
		t.Errorf("guests have %+v", got)
	}
	if a := h.ask(request{method: "DELETE", path: "/api/v1/card/items/pudim/sold-out", guest: "rita"}); a.status != 204 || !h.dishes()["Pudim"].SoldOut.IsZero() {
		t.Errorf("and is not: %d %s", a.status, a.body)
	}
	for _, id := range []string{"v000099", "draft", "x"} {
		_, a := h.desk("POST", "/versions/"+id, "")
		answered(t, a, 404, id)
	}
}

// What guests call a dish is on the card at once and in the draft, and can be undone.
func TestAnOwnerPutsAWordOnTheCard(t *testing.T) {
	h := withDesk(t)
	h.brings("name,price,allergens\nPudim,14,leite\nTorta,9,\n")
	h.ask(request{method: "PUT", path: "/api/v1/card/items/pudim/sold-out", guest: "dona"})
	h.desk("PUT", "", `{"version":0,"rows":[{"line":1,"cells":{"id":"pudim","name":"Pudim","price":"15","allergens":"leite"}},{"line":2,"cells":{"id":"torta","name":"Torta"}}]}`)
	for path, want := range map[string]int{"/items/pudim/words/flan%20da%20av%C3%B3": 204, "/items/none/words/x": 404, "/items/pudim/words/" + strings.Repeat("x", 121): 422} {
		_, a := h.desk("PUT", path, "")
		answered(t, a, want, path)
	}
	if got := h.dishes()["Pudim"]; !slices.Equal(got.Also, []string{"flan da avó"}) || got.Price.Amount != 1400 || got.SoldOut.IsZero() {
		t.Errorf("guests have %+v", got)
	}
	c, _ := h.desk("GET", "", "")
	if !c.Draft || c.Stale || c.Rows[0].Cells["also"] != "flan da avó" || c.Rows[0].Cells["price"] != "15" {
		t.Errorf("the draft is %+v", c.Rows)
	}
	if a := h.publish(c.Version); a.status != 200 || len(h.dishes()["Pudim"].Also) != 1 {
		t.Errorf("published: %d %s, %+v", a.status, a.body, h.dishes())
	}
	for _, want := range []int{204, 404} {
		if _, a := h.desk("DELETE", "/items/pudim/words/flan%20da%20av%C3%B3", ""); a.status != want || len(h.dishes()["Pudim"].Also) != 0 {
			t.Errorf("undone: %d %s, want %d", a.status, a.body, want)
		}
	}
}

func TestAFileWithFewerColumnsTakesNothingAway(t *testing.T) {
	h := withDesk(t)
	h.brings("name,price,may,name_en\nPudim,14,amendoim,Flan\n")
	if c, _ := h.desk("POST", "/file?name=menu.tsv", "name\tprice\nPudim\t15\n"); c.Rows[0].Item == nil || len(c.Rows[0].Item.May) != 1 || c.Rows[0].Item.NameEN != "Flan" || c.Changes.Changed != 1 {
		t.Errorf("the rows are %+v", c.Rows)
	}
	_, a := h.desk("POST", "/file?name=other.csv&version=0", "name\nX\n")
	refused(t, a, 409, "changed", "a file over a draft that was not looked at")
	_, a = h.desk("DELETE", "", "")
	answered(t, a, 204, "discarding")
	if now, _ := h.desk("GET", "", ""); now.Draft || now.Rows[0].Cells["price"] != "14.00" {
		t.Errorf("then there is %+v", now.Rows)
	}
}

// bomb is a small PNG of 900 million pixels.
func bomb(t *testing.T) string {
	t.Helper()
	var raw bytes.Buffer
	must(t, png.Encode(&raw, image.NewGray(image.Rect(0, 0, 1, 1))))
	head := raw.Bytes()
	copy(head[16:24], []byte{0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30}) // 30,000 wide and high
	binary.BigEndian.PutUint32(head[29:33], crc32.ChecksumIEEE(head[12:29]))
	return raw.String()
}

// What is wrong is told in one line, and what was there stays.
func TestBadCardsAreRefusedInOneLine(t *testing.T) {
	h := withDesk(t)
	h.brings("name,allergens\nPudim,leite\n")
	html := "<img src=x onerror=alert(1)>"
	for name, tt := range map[string]struct {
		path, body string
		status     int
		code       string
	}{
		"20 MB":                     {"/file?name=menu.csv", strings.Repeat("name,price\n", 2<<20), 413, "too_large"},
		"no name of a file":         {"/file", "name\nX\n", 400, "bad_request"},
		"a spreadsheet":             {"/file?name=menu.csv", "PK\x03\x04\x00\x00\x00", 422, "unreadable"},
		"nothing":                   {"/file?name=menu.csv", "", 422, "unreadable"},
		"a page":                    {"/file?name=menu.json", "<html></html>", 422, "unreadable"},
		"JSON of something else":    {"/file?name=menu.json", `{"a":[{"b":1}]}`, 422, "unreadable"},
		"deep JSON":                 {"/file?name=menu.json", strings.Repeat("[", 100_000), 422, "unreadable"},
		"too many rows":             {"/file?name=menu.csv", "name\n" + strings.Repeat("x\n", 3000), 422, "unreadable"},
		"several restaurants":       {"/file?name=menu.csv", "name,restaurant\nA,Um\nB,Dois\n", 422, "unreadable"},
		"a version that is none":    {"/publish", `{"version":77}`, 404, "not_found"},
		"a photo that is none":      {"/photos", html, 422, "unreadable"},
		"a photo that is a bomb":    {"/photos", bomb(t), 422, "unreadable"},
		"a photo of too many bytes": {"/photos", strings.Repeat("x", 9<<20), 422, "unreadable"},
	} {
		_, a := h.desk("POST", tt.path, tt.body)
		if wrong := isError(a, tt.status, tt.code); wrong != "" || strings.Count(a.body, "\n") != 1 {
			t.Errorf("%s: %s", name, wrong)
		}
	}
	if got := h.dishes(); len(got) != 1 || got["Pudim"].ID == "" {
		t.Errorf("guests have %+v", got)
	}
	if now, _ := h.desk("GET", "", ""); now.Draft {
		t.Errorf("there is a draft: %+v", now.View)
	}
}

func TestMarkupInEveryFieldIsText(t *testing.T) {
	h := withDesk(t)
	const html = `Qwx <img src=x onerror=alert(1)>`
	cells := map[string]string{}
	for _, column := range menu.Columns {
		cells[column] = html
	}
	body, _ := json.Marshal(map[string]any{"version": 0, "rows": []any{map[string]any{"cells": cells}, map[string]any{"cells": map[string]string{"name": html, "description": html, "ingredients": html, "tags": html}}}})
	c, a := h.desk("PUT", "", string(body))
	if a.status != 200 || c.Rows[0].Item != nil || c.Rows[1].Item == nil || strings.Contains(a.body, "<img") {
		t.Fatalf("%d %s", a.status, a.body)
	}
	wrong := map[string]bool{}
	for _, p := range c.Problems {
		wrong[p.Column] = true
	}
	for _, column := range []string{"price", "allergens", "may", "hours", "photo"} {
		if !wrong[column] {
			t.Errorf("markup is a good %s", column)
		}
	}
}

func TestAPhotoIsKeptSmallAndServedAsOne(t *testing.T) {
	h := withDesk(t)
	var raw bytes.Buffer
	must(t, png.Encode(&raw, image.NewRGBA(image.Rect(0, 0, 2000, 1000))))
	_, a := h.desk("POST", "/photos", raw.String())
	var kept struct{ Photo, Path string }
	if err := json.Unmarshal([]byte(a.body), &kept); err != nil || a.status != http.StatusCreated {
		t.Fatalf("%d %s", a.status, a.body)
	}
	got := h.ask(request{method: "GET", path: kept.Path})
	size, kind, err := image.DecodeConfig(strings.NewReader(got.body))
	if err != nil || kind != "jpeg" || size.Width != 960 || got.header.Get("X-Content-Type-Options") != "nosniff" || got.header.Get("Content-Type") != "image/jpeg" || !strings.Contains(got.header.Get("Cache-Control"), "immutable") {
		t.Errorf("it is a %s of %d, %v, %v", kind, size.Width, got.header, err)
	}
	answered(t, h.ask(request{method: "GET", path: "/api/v1/photos/0123.jpg"}), 404, "one that is not there")
	c, a := h.desk("PUT", "", fmt.Sprintf(`{"version":0,"rows":[{"cells":{"name":"Pudim","photo":%q}}]}`, kept.Photo))
	if a.status != 200 || c.Rows[0].Item == nil || c.Rows[0].Item.Picture != kept.Photo {
		t.Errorf("a dish with it: %d %s", a.status, a.body)
	}
}
