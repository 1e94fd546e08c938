package scene

// Figures are the rows of the answer given last, for a chart of them.
type Figures struct {
	Title   string   `json:"title"`
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
	Money   string   `json:"money,omitempty"`
}
