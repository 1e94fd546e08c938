// Command maitre is a hospitality concierge: "maitre help" tells what it does.
package main

import (
	"os"

	"github.com/maitre-dev/maitre/internal/door/cli"
)

func main() {
	os.Exit(cli.Run(cli.Process()))
}
