package sqlite

import "testing"

// Exec runs SQL on the connection that writes.
func (s *Store) Exec(t *testing.T, query string) {
	t.Helper()
	if _, err := s.writer.ExecContext(t.Context(), query); err != nil {
		t.Fatal(err)
	}
}
