package scene

import (
	"encoding/json"
	"fmt"
)

// Change reads the note of a key into a pointer, has it changed, and keeps it.
// No other call comes in between, so that those of one step lose nothing of
// each other's. change must not use the scene.
func (s *Scene) Change(key string, note any, change func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if raw := s.Notes[key]; raw != nil {
		if err := json.Unmarshal(raw, note); err != nil {
			return fmt.Errorf("reading what is kept of %s: %w", key, err)
		}
	}
	change()
	raw, err := json.Marshal(note)
	if err != nil {
		return fmt.Errorf("keeping %s for later: %w", key, err)
	}
	if s.Notes == nil {
		s.Notes = map[string]json.RawMessage{}
	}
	s.Notes[key] = raw
	return nil
}
