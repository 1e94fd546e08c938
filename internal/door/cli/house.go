package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/specialist/house"
)

func houseSetCommand(ctx context.Context, a *app, args []string) error {
	text, err := a.readText(ctx, args[0])
	if err != nil {
		return err
	}
	facts, err := house.ParseFacts(text)
	if err != nil {
		return err
	}
	before, err := house.Kept(ctx, a.db)
	if err != nil {
		return err
	}
	if gone := before.Replaced(facts); len(gone) > 0 {
		fmt.Fprintln(a.Stderr, plain(strings.Join(gone, "\n")))
		if err := a.sure(ctx, a.is("yes"), "this takes the place of what was told before"); err != nil {
			return err
		}
	}
	if err := house.Keep(ctx, a.db, facts, time.Now()); err != nil {
		return err
	}
	return a.done(ctx, "house set", "", facts.Name, "told, with %d answers; look at it with: maitre house show", len(facts.Answers))
}

// sure asks at a terminal whether something is to be done, unless --yes has said so; elsewhere
// nobody could answer.
func (a *app) sure(ctx context.Context, yes bool, what string) error {
	switch {
	case yes:
		return nil
	case !isTerminal(a.Stdin):
		return &usageError{what, "add --yes"}
	}
	fmt.Fprintf(a.Stderr, "%s: go on? [y/N] ", what)
	answer, _ := bufio.NewReader(a.input(ctx)).ReadString('\n')
	if !slices.Contains([]string{"y", "yes", "s", "sim", "si", "sí"}, strings.ToLower(strings.TrimSpace(answer))) {
		return errors.New("nothing was changed")
	}
	return nil
}

// done writes a command that changed the house into the journal, and tells of it.
func (a *app) done(ctx context.Context, command, of, note, format string, args ...any) error {
	if err := a.wrote(ctx, command, of, note); err != nil {
		return err
	}
	return a.tell(nil, format, args...)
}

func (a *app) journal() *house.Journal { return &house.Journal{Store: a.db} }

// wrote has the journal say that a command changed the house.
func (a *app) wrote(ctx context.Context, command, of, note string) error {
	return a.journal().Add(ctx, house.Entry{By: house.CommandLine, Did: "maitre " + command, Of: of, Note: note})
}

// maxHouseFile bounds the file of "house set", in bytes.
const maxHouseFile = 1 << 20

// readText reads a small file, or standard input for "-".
func (a *app) readText(ctx context.Context, name string) (string, error) {
	f, err := a.openInput(ctx, name, "reading what the house says of itself")
	if err != nil {
		return "", err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxHouseFile+1))
	if err == nil && len(raw) > maxHouseFile {
		err = fmt.Errorf("%s has more than %d bytes", name, maxHouseFile)
	}
	return string(raw), err
}

func houseShowCommand(ctx context.Context, a *app, _ []string) error {
	facts, err := house.Kept(ctx, a.db)
	if err != nil {
		return err
	}
	text, err := facts.TOML()
	if err != nil {
		return err
	}
	return a.show(facts, func(w io.Writer) { _, _ = io.WriteString(w, text) })
}

// inbox has the requests of guests to the staff.
func (a *app) inbox() *house.Inbox { return &house.Inbox{Store: a.db, Threads: a.db} }

func requestsListCommand(ctx context.Context, a *app, _ []string) error {
	list, err := a.inbox().List(ctx)
	if err != nil {
		return err
	}
	stands := map[string]string{} // by its id how a request ended that was not done as the guest wished
	for _, r := range list {
		switch {
		case r.Declined:
			stands[r.ID] = "declined"
		case r.Undone && stands[r.ID] == "":
			stands[r.ID] = "withdrawn"
		}
		if r.Instead != "" {
			stands[r.Instead] = "replaced"
		}
	}
	list = slices.DeleteFunc(list, func(r house.Request) bool { return r.State == house.Done && !a.is("all") })
	return showEach(a, list, func(w io.Writer, r house.Request) {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", r.ID, cmp.Or(stands[r.ID], r.State), r.By, r.Made.Local().Format(time.DateTime), brief(r))
	})
}

// brief is a request on one line, for the staff.
func brief(r house.Request) string {
	parts := []string{r.Kind}
	if r.Table != "" {
		parts = append(parts, "table "+r.Table)
	}
	if r.People > 0 {
		parts = append(parts, fmt.Sprintf("%d people", r.People))
	}
	lines, text, more := strings.Join(r.Order, ", "), r.Text, r.More
	if strings.Contains(lines, text) { // an order in no other words than its lines
		text = ""
	}
	if strings.Contains(text, more) {
		more = ""
	}
	for _, p := range [][2]string{{"", r.Date}, {"", r.Time}, {"", r.Name}, {"", r.Contact}, {"", lines}, {"total ", r.Total}, {"", strings.Join(r.Needs, "; ")}, {"", text}, {"", more}, {"instead of ", r.Instead}} {
		if p[1] != "" {
			parts = append(parts, p[0]+p[1])
		}
	}
	return strings.Join(strings.Fields(strings.Join(parts, " · ")), " ")
}

func requestsSetCommand(ctx context.Context, a *app, args []string) error {
	by := a.text("by")
	if len(args) != 2 || by == "" {
		return &usageError{"say which request, what it is now, and who you are", `maitre requests set ID done --by Ana`}
	}
	r, err := a.inbox().Set(ctx, args[0], house.Change{State: args[1], By: by, Reply: a.text("reply"), Declined: a.is("declined")})
	if err != nil {
		return fmt.Errorf("request %s: %w", args[0], err)
	}
	return a.done(ctx, "requests set", r.ID, fmt.Sprintf("%s, %s, %s", r.Kind, r.State, by), "%s %s by %s", r.ID, r.State, r.By)
}
