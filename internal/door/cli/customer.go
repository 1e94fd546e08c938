package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
)

func customerCommand() command {
	return command{
		name: "customer", args: "[ID]", about: "a client: who they are, what they like and where they have bought",
		help: `By id, or by postal code and name. It is for the operator: a guest in a conversation sees only their own.

  maitre customer C001
  maitre customer --postal-code 92101 --name "bar do joão"`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			var who customer.Lookup
			fs.StringVar(&who.PostalCode, "postal-code", "", "`CODE` where the client is")
			fs.StringVar(&who.Name, "name", "", "`NAME` of the client, or a part of it")
			asJSON := fs.Bool("json", false, "the profile as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				if len(args) > 0 {
					who.ClientID, args = args[0], args[1:]
				}
				if err := noArgs(args); err != nil {
					return err
				}
				if who.ClientID == "" && (who.PostalCode == "" || who.Name == "") {
					return &usageError{"say which client", "maitre customer ID, or --postal-code CODE --name NAME"}
				}
				c, err := a.customers(ctx)
				if err != nil {
					return err
				}
				policy, err := a.policy()
				if err != nil {
					return err
				}
				p, err := c.find(ctx, policy, customer.Caller{Operator: true}, who)
				if err != nil {
					return fmt.Errorf("%s: %w (does --policy fit its tables?)", c.name, err)
				}
				if *asJSON {
					err = writeJSON(a.Stdout, p)
				} else if p.SearchMetadata.Status == customer.Found {
					err = writeProfile(a.Stdout, p, c.source)
				}
				if err == nil && p.SearchMetadata.Status != customer.Found {
					err = fmt.Errorf("no client was found: %s (source: %s)", p.SearchMetadata.Reason, c.source)
				}
				return err
			}
		},
	}
}

func writeProfile(w io.Writer, p customer.Profile, source string) error {
	var b strings.Builder
	line := func(what string, values ...string) {
		fmt.Fprintf(&b, "%-17s %s\n", what, strings.Join(values, "; "))
	}
	fmt.Fprintf(&b, "%s  %s\n", p.ClientID, p.ClientName)
	line("place", p.Location+" "+p.PostalCode)
	line("brewery types", p.Top3BreweryTypes...)
	line("beers lately", p.Top5BeersRecently...)
	line("breweries lately", p.Top3BreweriesRecently...)
	line("bought from", p.BreweryHistory...)
	fmt.Fprintf(&b, "\nfound by %s; source: %s\n", p.SearchMetadata.Method, source)
	_, err := io.WriteString(w, plain(b.String()))
	return err
}
