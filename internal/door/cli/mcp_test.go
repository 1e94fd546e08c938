package cli

import (
	"io"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestAnotherProgramsAgentCallsTheTools(t *testing.T) {
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	var errs strings.Builder
	code := make(chan int, 1)
	go func() {
		code <- Run(System{Args: []string{"mcp", "--as", "C002", "--db", t.TempDir() + "/maitre.db"}, Stdin: toServer, Stdout: fromServer, Stderr: &errs})
	}()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.IOTransport{Reader: toClient, Writer: fromClient}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for tool, tt := range map[string]struct {
		args map[string]any
		want string
	}{
		"find_breweries":      {map[string]any{"city": "San Diego", "state": "CA"}, "1. "},
		"search_menu":         {map[string]any{"query": "moqueca"}, "Moqueca"},
		"list_accommodations": {map[string]any{"location": "Paraty"}, "1. "},
		"list_restaurants":    {map[string]any{"location": "Paraty", "guests": 4}, "1. "},
		"ask_my_data":         {map[string]any{"question": "quais cervejas eu compro mais?"}, "unidades"},
	} {
		if said := callTool(t, s, tool, tt.args); !strings.Contains(said, tt.want) {
			t.Errorf("%s says %q, want %q in it", tool, said, tt.want)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	_ = fromClient.Close()
	if got := <-code; got != exitOK || errs.Len() > 0 {
		t.Errorf("exit code %d: %s", got, &errs)
	}
}

// callTool calls a tool and returns what it says.
func callTool(t *testing.T, s *sdk.ClientSession, tool string, args map[string]any) string {
	t.Helper()
	res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	var said strings.Builder
	for _, c := range res.Content {
		said.WriteString(c.(*sdk.TextContent).Text)
	}
	return said.String()
}
