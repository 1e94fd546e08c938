package scene

import (
	"encoding/json"
	"fmt"
)

// Change reads the note of a key into a pointer, has it changed, and keeps it.
// No other call comes in between, so that those of one step lose nothing of
// each other's. change must not use the scene.
func (s *Scene) Change(key string, note any, change func()) (err error) {
	kept := s.Update(key, func(raw json.RawMessage) any {
		if raw != nil {
			err = json.Unmarshal(raw, note)
		}
		if err != nil {
			return raw
		}
		change()
		return note
	})
	if err != nil {
		return fmt.Errorf("reading what is kept of %s: %w", key, err)
	}
	return kept
}
