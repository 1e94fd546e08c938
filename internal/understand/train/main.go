// Command train learns the weights of the reader from its readings, and says how
// well it reads writers that it did not learn from:
//
//	go run ./internal/understand/train -words     # writes words.bin, the thesaurus that the reader has embedded
//	go run ./internal/understand/train            # writes weights.bin, and readings.gz for houses that go on learning
//	go run ./internal/understand/train -check     # says whether weights.bin belongs to readings, words and code
//	go run ./internal/understand/train -curve     # the scores with a quarter and half of the readings
package main

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/understand"
)

func main() {
	dir := flag.String("dir", "internal/understand", "where readings/ and weights.bin are")
	check := flag.Bool("check", false, "only say whether weights.bin belongs to readings, words and code, by its stamp")
	curve := flag.Bool("curve", false, "only print the learning curve")
	words := flag.Bool("words", false, "only write words.bin")
	only := flag.String("hold", "", "writers not to learn from, instead of readings/held.txt; writes no weights")
	flag.Parse()
	err := pack(*dir, *words)
	if err == nil && !*words {
		err = run(*dir, *only, *check, *curve)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run(dir, only string, check, curve bool) error {
	now, err := stamp(dir)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "weights.bin")
	if check {
		had, err := os.ReadFile(file)
		if err == nil && !bytes.HasSuffix(had, now) {
			err = fmt.Errorf("%s was not learned from these readings, words and code: run make train", file)
		}
		return err
	}
	learn, held, err := load(dir, only)
	if err != nil {
		return err
	}
	if curve {
		return draw(learn, held)
	}
	start := time.Now()
	weights := understand.Train(learn)
	fmt.Printf("learned from %d lines in %v: %d KB\n", len(learn), time.Since(start).Round(time.Second), len(weights)>>10)
	if err := score(weights, learn, held); err != nil || only != "" {
		return err
	}
	if err := os.WriteFile(file, append(weights[:len(weights)-len(now)], now...), 0o644); err != nil {
		return err
	}
	packed, err := understand.Pack(append(learn, held...))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "readings.gz"), packed, 0o644)
}

// pack makes words.bin of words/*.txt, or only says whether it is current.
func pack(dir string, write bool) error {
	now, err := understand.PackWords(os.DirFS(filepath.Join(dir, "words")))
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "words.bin")
	if write {
		return os.WriteFile(file, now, 0o644)
	}
	if had, err := os.ReadFile(file); err != nil || !bytes.Equal(had, now) {
		return fmt.Errorf("%s was not made of these words: run make train", file)
	}
	return nil
}

// code are the files that decide what is learned.
var code = []string{"clause", "crf", "cues", "features", "reading", "tag", "token", "train", "weights", "words"}

// stamp is a hash of all that weights.bin is made of: its last eight bytes.
func stamp(dir string) ([]byte, error) {
	files := []string{filepath.Join(dir, "readings", "held.txt")}
	for _, name := range code {
		files = append(files, filepath.Join(dir, name+".go"))
	}
	for _, pattern := range []string{"readings/*.jsonl", "words/*.txt"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, err
		}
		files = append(files, found...) // Glob sorts
	}
	sum := sha256.New()
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(sum, "%s %d\n", filepath.Base(name), len(data))
		sum.Write(data)
	}
	return sum.Sum(nil)[:8], nil
}

// load reads the readings: those to learn from, and those of writers that are
// held out.
func load(dir, only string) (learn, held []understand.Labelled, err error) {
	if only == "" {
		list, err := os.ReadFile(filepath.Join(dir, "readings", "held.txt"))
		if err != nil {
			return nil, nil, err
		}
		only = string(list)
	}
	out := strings.FieldsFunc(only, func(r rune) bool { return r == ',' || r == '\n' || r == ' ' })
	files, err := filepath.Glob(filepath.Join(dir, "readings", "*.jsonl"))
	if err != nil {
		return nil, nil, err
	}
	for _, name := range files { // Glob sorts
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		lines, err := understand.Lines(f)
		f.Close()
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, l := range lines {
			if slices.Contains(out, l.By) {
				held = append(held, l)
			} else {
				learn = append(learn, l)
			}
		}
	}
	return learn, held, nil
}

func score(weights []byte, learn, held []understand.Labelled) error {
	r, err := understand.Open(weights)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, l := range learn {
		for _, s := range l.Spans {
			seen[strings.ToLower(s.Text)] = true
		}
	}
	read := func(l *understand.Labelled) understand.Reading { return r.Read(l.Text, l.Before()) }
	writers := map[string][]understand.Labelled{}
	for _, l := range held {
		writers[l.By] = append(writers[l.By], l)
	}
	for _, by := range slices.Sorted(maps.Keys(writers)) {
		fmt.Printf("%12s  %v\n", by, understand.Rate(writers[by], read, seen))
	}
	fmt.Printf("%12s  %v\n", "all", understand.Rate(held, read, seen))
	return nil
}

// draw prints the scores with parts of the readings, three draws of each.
func draw(learn, held []understand.Labelled) error {
	for _, part := range []int{4, 2, 1} {
		for try := range 3 {
			if part == 1 && try > 0 {
				break
			}
			chance := rand.New(rand.NewPCG(uint64(part), uint64(try)))
			chance.Shuffle(len(learn), func(i, k int) { learn[i], learn[k] = learn[k], learn[i] })
			some := learn[:len(learn)/part]
			fmt.Printf("%d lines\n", len(some))
			if err := score(understand.Train(some), some, held); err != nil {
				return err
			}
		}
	}
	return nil
}
