// Command train learns the weights of the reader from its readings, and says how well it reads writers that it did not
// learn from:
//
//	go run ./internal/understand/train -words     # writes words.bin, the thesaurus that the reader has embedded
//	go run ./internal/understand/train            # writes weights.bin, and readings.gz for houses that go on learning
//	go run ./internal/understand/train -check     # says whether weights.bin belongs to readings, words and code
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/internal/understand"
)

func main() {
	dir := flag.String("dir", "internal/understand", "where readings/ and weights.bin are")
	check := flag.Bool("check", false, "only say whether weights.bin belongs to readings, words and code, by its stamp")
	words := flag.Bool("words", false, "only write words.bin")
	flag.Parse()
	err := pack(*dir, *words)
	if err == nil && !*words {
		err = run(*dir, *check)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
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

func run(dir string, check bool) error {
	lines, err := load(dir)
	if err != nil {
		return err
	}
	now, err := stamp(dir, lines)
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
	writers, err := os.ReadFile(filepath.Join(dir, "readings", "held.txt"))
	if err != nil {
		return err
	}
	learn, held := understand.Split(lines, string(writers))
	start := time.Now()
	weights := understand.Train(learn)
	fmt.Printf("learned from %d lines in %v: %d KB\n", len(learn), time.Since(start).Round(time.Second), len(weights)>>10)
	packed, err := understand.Pack(append(slices.Clone(learn), held...))
	return errors.Join(err, score(weights, held),
		os.WriteFile(file, append(weights[:len(weights)-len(now)], now...), 0o644), os.WriteFile(filepath.Join(dir, "readings.gz"), packed, 0o644))
}

// load reads the readings, a file after the other.
func load(dir string) (all []understand.Labelled, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "readings", "*.jsonl"))
	if err != nil {
		return nil, err
	}
	for _, name := range files { // Glob sorts
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		lines, err := understand.Lines(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, lines...)
	}
	return all, nil
}

// sampled is of how many readings one tells whether features are what they were.
const sampled = 40

// stamp is a hash of all that weights.bin is made of, its last eight bytes: the readings, who is held out, the features of
// some of the readings, in which the words are, and the code that learns from them.
func stamp(dir string, lines []understand.Labelled) ([]byte, error) {
	sum := sha256.New()
	for _, name := range []string{"readings/held.txt", "train.go", "crf.go", "weights.go"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		sum.Write(data)
	}
	var some []understand.Labelled
	for i := range lines {
		fmt.Fprintln(sum, lines[i])
		if i%sampled == 0 {
			some = append(some, lines[i])
		}
	}
	sum.Write(understand.Fingerprint(some))
	return sum.Sum(nil)[:8], nil
}

func score(weights []byte, held []understand.Labelled) error {
	r, err := understand.Open(weights)
	if err != nil {
		return err
	}
	read := func(l *understand.Labelled) understand.Reading { return r.Read(l.Text, l.Before()) }
	writers := map[string][]understand.Labelled{}
	for _, l := range held {
		writers[l.By] = append(writers[l.By], l)
	}
	for _, by := range slices.Sorted(maps.Keys(writers)) {
		fmt.Printf("%12s  %v\n", by, understand.Rate(writers[by], read))
	}
	fmt.Printf("%12s  %v\n", "all", understand.Rate(held, read))
	return nil
}
