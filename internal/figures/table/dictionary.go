package table

import (
	"bytes"
	"hash/maphash"
	"slices"
)

// maxWords bounds the texts of one column, in bytes. A dictionary that is full
// takes no new text; see other.
const maxWords = 128 << 20

// other stands for all texts that a full dictionary does not hold.
const other = "…"

// dictionary gives each different text a code, from 1, in the order in which
// they come. The texts lie in one piece: a million different ones cost little
// more than their letters.
type dictionary struct {
	letters []byte
	ends    []uint32 // of each text in letters
	slots   []uint64 // a hash table: a part of the text's hash, and its code; 0 is free
	seed    maphash.Seed
	full    bool
}

func newDictionary() *dictionary {
	return &dictionary{slots: make([]uint64, 64), seed: maphash.MakeSeed()}
}

// clone returns a dictionary of its own, to which texts can be added; of nil nil.
func (d *dictionary) clone() *dictionary {
	if d == nil {
		return nil
	}
	c := *d
	c.letters, c.ends, c.slots = slices.Clip(d.letters), slices.Clip(d.ends), slices.Clone(d.slots)
	return &c
}

// len returns how many texts there are.
func (d *dictionary) len() int { return len(d.ends) }

// bytes returns the text of a code. It must not be changed.
func (d *dictionary) bytes(code uint32) []byte {
	start := uint32(0)
	if code > 1 {
		start = d.ends[code-2]
	}
	return d.letters[start:d.ends[code-1]]
}

func (d *dictionary) text(code uint32) string { return string(d.bytes(code)) }

// code returns the code of a text, which is added if it is new.
func (d *dictionary) code(text []byte) uint32 {
	hash := maphash.Bytes(d.seed, text) >> 32
	slot := d.find(hash, text)
	if d.slots[slot] != 0 {
		return uint32(d.slots[slot])
	}
	if len(d.letters)+len(text) > maxWords && string(text) != other {
		d.full = true
		return d.code([]byte(other))
	}
	d.letters = append(d.letters, text...)
	d.ends = append(d.ends, uint32(len(d.letters)))
	d.slots[slot] = hash<<32 | uint64(len(d.ends))
	if len(d.ends)*4 > len(d.slots)*3 {
		old := d.slots
		d.slots = make([]uint64, 2*len(old))
		for _, s := range old {
			if s != 0 {
				d.slots[d.find(s>>32, nil)] = s
			}
		}
	}
	return uint32(len(d.ends))
}

// find returns the slot in which a text with that hash is, or would be; of nil a free one.
func (d *dictionary) find(hash uint64, text []byte) uint64 {
	mask := uint64(len(d.slots) - 1)
	slot := hash & mask
	for s := d.slots[slot]; s != 0 && (text == nil || s>>32 != hash || !bytes.Equal(d.bytes(uint32(s)), text)); s = d.slots[slot] {
		slot = (slot + 1) & mask
	}
	return slot
}
