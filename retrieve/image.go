package retrieve

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/vector"
)

// Image returns what was read of docs, which are all that the collection has,
// in this order, for [Open] to begin with.
func (c *Collection) Image(docs []Doc) []byte {
	c.mu.RLock()
	defer c.mu.RUnlock()
	b := []byte(stamp(c.info, docs))
	b = append(b, byte(c.kinds))
	slots := map[int32]int{} // by slot: the place in docs
	described := make([]ontology.Description, len(docs))
	for i, d := range docs {
		described[i] = c.docs[d.ID].is
		slot := c.words.slots[d.ID]
		slots[slot] = i
		b = appendFloat(b, c.words.sizes[slot])
		v, _ := c.vectors.Get(d.ID)
		b = appendText(b, string(vector.Encode(v)))
	}
	b = binary.AppendUvarint(b, uint64(len(c.words.post)))
	for _, t := range slices.Sorted(maps.Keys(c.words.post)) {
		b = appendText(b, t)
		var live []posting
		for _, p := range c.words.post[t] {
			if i, ok := slots[p.slot]; ok {
				live = append(live, posting{int32(i), p.n})
			}
		}
		b = binary.AppendUvarint(b, uint64(len(live)))
		for _, p := range live {
			b = appendFloat(binary.AppendUvarint(b, uint64(p.slot)), p.n)
		}
	}
	return append(b, ontology.Pack(described)...)
}

// Open returns a collection that is kept in memory and has docs, from what
// [Collection.Image] wrote of them: nothing is read or embedded again. It is
// false if the image is of other words or another embedder. An image is the
// program's own: one that is broken further on panics.
func Open(name string, e embed.Embedder, docs []Doc, image string) (*Collection, bool) {
	c := New(name, nil, e)
	r := &imageReader{image}
	mark := stamp(c.info, docs)
	if !strings.HasPrefix(image, mark) {
		return nil, false
	}
	r.take(len(mark))
	if c.kinds = ontology.Kinds(r.take(1)[0]); c.kinds != 0 {
		c.onto = ontology.Default().Only(c.kinds)
	}
	x := c.words
	for i, d := range docs {
		size := r.float()
		x.slots[d.ID] = int32(i)
		x.docs, x.sizes = append(x.docs, d.ID), append(x.sizes, size)
		x.total += float64(size)
		v, err := vector.Decode([]byte(r.take(r.number())), c.info.Dim)
		if err == nil {
			err = c.vectors.Put(d.ID, v)
		}
		if err != nil {
			return nil, false
		}
	}
	for range r.number() {
		term := r.take(r.number())
		ps := make([]posting, r.number())
		for i := range ps {
			ps[i] = posting{int32(r.number()), r.float()}
		}
		x.post[term] = ps
	}
	for i, is := range ontology.Unpack(r.rest) {
		c.docs[docs[i].ID] = &item{&docs[i], is}
	}
	return c, true
}

// stamp tells what an image is of.
func stamp(info embed.Info, docs []Doc) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %d\n", info.ID, len(docs))
	for _, d := range docs {
		fmt.Fprintf(sum, "%q %q\n", d.ID, d.words())
	}
	return string(sum.Sum(nil))
}

func appendFloat(b []byte, f float32) []byte {
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
}

func appendText(b []byte, t string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(t))), t...)
}

type imageReader struct{ rest string }

func (r *imageReader) take(n int) string {
	t := r.rest[:n]
	r.rest = r.rest[n:]
	return t
}

func (r *imageReader) number() int {
	n, size := binary.Uvarint([]byte(r.rest[:min(len(r.rest), binary.MaxVarintLen64)]))
	r.rest = r.rest[size:]
	return int(n)
}

func (r *imageReader) float() float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32([]byte(r.take(4))))
}
