package thread

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
)

// Named returns the id of the thread that a guest calls by a name: the name
// itself, or the id that OpenNamed has given it. It makes no thread, and does
// not say whether there is one.
func Named(ctx context.Context, s Store, name, guest string) (id string, err error) {
	if CheckID(name) != nil {
		return name, nil
	}
	own := ofGuest(name, guest)
	_, err = s.Messages(ctx, own, guest, 1)
	if errors.Is(err, ErrNotFound) {
		return name, nil
	}
	return own, err
}

// OpenNamed opens the thread that a guest calls by a name, which must pass
// CheckID. Where another guest's thread has that id, theirs gets one that is
// made of the name and the guest, and keeps it when the other is deleted.
func OpenNamed(ctx context.Context, s Store, name, guest string) (Thread, error) {
	if err := CheckID(name); err != nil {
		return Thread{}, err
	}
	id, err := Named(ctx, s, name, guest)
	if err != nil {
		return Thread{}, err
	}
	t, err := s.Open(ctx, id, guest)
	if errors.Is(err, ErrNotFound) && id == name {
		return s.Open(ctx, ofGuest(name, guest), guest)
	}
	return t, err
}

// ofGuest makes an id of a name and a guest: "friday" becomes "friday-" and 20
// letters and digits. A guest's id has no NUL in it.
func ofGuest(name, guest string) string {
	sum := sha256.Sum256([]byte(guest + "\x00" + name))
	hash := base32.NewEncoding(digits).WithPadding(base32.NoPadding).EncodeToString(sum[:])[:20]
	return name[:min(len(name), 43)] + "-" + hash
}
