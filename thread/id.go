package thread

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"
)

const digits = "0123456789abcdefghijklmnopqrstuv"

// NewID returns an id that nobody else has and nobody can guess: 24 lower-case
// letters and digits. Ids made in different milliseconds sort by age.
func NewID() string {
	var b [2 + 15]byte // 48 bits of time and 72 of chance; the first two bytes are the time's zeros
	binary.BigEndian.PutUint64(b[:], uint64(time.Now().UnixMilli()))
	_, _ = rand.Read(b[8:]) // never fails
	return base32.NewEncoding(digits).EncodeToString(b[2:])
}

// CheckID says what is wrong with an id, which may come from a stranger: it
// has 1 to 64 ASCII letters, digits, '.', '_' and '-', so that it can stand in
// a URL, and is not made of dots alone, which a URL would take for a step up.
func CheckID(id string) error {
	switch {
	case id == "":
		return errors.New("an id must not be empty")
	case len(id) > 64:
		return fmt.Errorf("an id has at most 64 characters, not %d", len(id))
	case strings.Trim(id, ".") == "":
		return errors.New("an id must not be made of dots alone")
	}
	for _, r := range id {
		if !isIDRune(r) {
			return fmt.Errorf("an id has letters, digits, '.', '_' and '-', not %q", r)
		}
	}
	return nil
}

func isIDRune(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("._-", r)
}
