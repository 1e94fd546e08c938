package cli

import (
	"context"
	"flag"
	"slices"
)

// command is one command, such as "menu import". What help says of it is in
// help/commands.txt.
type command struct {
	name  string
	args  int    // how many arguments it takes besides flags, or many
	lacks string // told when it has fewer or more
	bare  bool   // it needs no settings, and so works with wrong ones
	db    bool   // the database is opened before it runs
	json  string // what --json writes; without it there is no such flag
	setup func(*flag.FlagSet) action
}

const many = -1 // arguments, or none

const (
	whichTable = `say which table ("maitre data list" names them)`
	whichRun   = `name one run or thread ("maitre ask --json" tells both)`
	whichTask  = `name one task ("maitre task list" shows them)`
)

// action runs a command. Its flags are parsed and the settings loaded.
type action func(ctx context.Context, a *app, args []string) error

// noFlags is the setup of a command that has no flags of its own.
func noFlags(do action) func(*flag.FlagSet) action {
	return func(*flag.FlagSet) action { return do }
}

// flags makes the set of a command's own flags, and what runs it with them.
func (c command) flags() (*flag.FlagSet, action) {
	fs := flag.NewFlagSet("maitre "+c.name, flag.ContinueOnError)
	do := c.setup(fs)
	if c.json != "" {
		asJSON := fs.Bool("json", false, c.json)
		inner := do
		do = func(ctx context.Context, a *app, args []string) error {
			a.json = *asJSON
			return inner(ctx, a, args)
		}
	}
	return fs, do
}

// moved has the old names of commands that are now part of another, with the new words:
// "breweries sync" runs "breweries import --live".
var moved = map[string]string{
	"breweries sync": "breweries import --live",
	"breweries same": "breweries match",
}

func lookup(name string) (command, bool) {
	all := commands()
	if i := slices.IndexFunc(all, func(c command) bool { return c.name == name }); i >= 0 {
		return all[i], true
	}
	return command{}, false
}

func commands() []command {
	return []command{
		{name: "chat", json: "one JSON object an answer", setup: chatCommand},
		{name: "ask", args: many, json: "one JSON object an answer", setup: askCommand},
		{name: "serve", setup: noFlags(serveCommand)},
		{name: "doctor", json: "one JSON object a finding", setup: noFlags(doctorCommand)},
		{name: "house set", args: 1, lacks: "name one file of what the house says of itself (maitre help house set)", db: true, setup: houseSetCommand},
		{name: "house show", db: true, json: "as one JSON object", setup: noFlags(houseShowCommand)},
		{name: "link", db: true, setup: linkCommand},
		{name: "link list", db: true, json: "one JSON object a line", setup: noFlags(linkListCommand)},
		{name: "link revoke", args: 1, lacks: `name one link by its id ("maitre link list" tells the ids)`, db: true, setup: noFlags(linkRevokeCommand)},
		{name: "menu import", args: 1, lacks: "say which file (maitre menu import FILE)", json: "the report as one JSON object", setup: menuImportCommand},
		{name: "menu export", setup: menuExportCommand},
		{name: "menu list", json: "one JSON object a card", setup: noFlags(menuListCommand)},
		{name: "menu search", args: many, json: "the result as one JSON object", setup: menuSearchCommand},
		{name: "menu ask", setup: menuAskCommand},
		{name: "breweries import", args: many, json: "the report as one JSON object", setup: breweriesImportCommand},
		{name: "breweries find", json: "the result as one JSON object", setup: breweriesFindCommand},
		{name: "breweries match", args: many, bare: true, setup: breweriesMatchCommand},
		{name: "data add", args: many, db: true, json: "the report as one JSON object", setup: dataAddCommand},
		{name: "data list", db: true, json: "one JSON array", setup: noFlags(dataListCommand)},
		{name: "data show", args: 1, lacks: whichTable, db: true, json: "one JSON object", setup: dataShowCommand},
		{name: "data profile", args: 1, lacks: whichTable, db: true, json: "one JSON array, with histograms and the most frequent values", setup: noFlags(dataProfileCommand)},
		{name: "data ask", args: many, db: true, json: "the answer as one JSON object", setup: dataAskCommand},
		{name: "data remove", args: 1, lacks: whichTable, db: true, setup: dataRemoveCommand},
		{name: "customer", args: many, json: "the profile as one JSON object", setup: customerCommand},
		{name: "sql", args: many, json: "the answer as one JSON object", setup: sqlCommand},
		{name: "sql attack", json: "the report as one JSON object", setup: sqlAttackCommand},
		{name: "sql policy", bare: true, setup: noFlags(sqlPolicyCommand)},
		{name: "sql publish", json: "the report as one JSON object", setup: noFlags(sqlPublishCommand)},
		{name: "index", args: many, json: "the report as one JSON object", setup: indexCommand},
		{name: "search", args: many, json: "the result as one JSON object", setup: searchCommand},
		{name: "sample customers", bare: true, setup: sampleCommand},
		{name: "requests list", db: true, json: "one JSON object a line", setup: requestsListCommand},
		{name: "requests set", args: many, db: true, setup: requestsSetCommand},
		{name: "memory guests", db: true, json: "one JSON object a line", setup: noFlags(memoryGuestsCommand)},
		{name: "memory show", db: true, json: "as one JSON object", setup: memoryShowCommand},
		{name: "memory export", db: true, setup: memoryExportCommand},
		{name: "memory forget", args: many, db: true, json: "as one JSON object", setup: memoryForgetCommand},
		{name: "memory consent", args: many, db: true, setup: memoryConsentCommand},
		{name: "memory feedback", args: many, setup: memoryFeedbackCommand},
		{name: "memory add", args: 3, lacks: `a memory has a kind, a key and a value (maitre memory add --guest ana preference drink "vinho tinto")`, db: true, json: "the memory as one JSON object", setup: memoryAddCommand},
		{name: "memory rebuild", db: true, setup: noFlags(memoryRebuildCommand)},
		{name: "memory detect", bare: true, setup: noFlags(memoryDetectCommand)},
		{name: "memory recall", bare: true, setup: noFlags(memoryRecallCommand)},
		{name: "token create", db: true, setup: tokenCreateCommand},
		{name: "token list", db: true, json: "one JSON object a line", setup: tokenListCommand},
		{name: "token revoke", args: 1, lacks: `name one token by its id ("maitre token list" tells the ids)`, db: true, setup: noFlags(tokenRevokeCommand)},
		{name: "trace", args: 1, lacks: whichRun, db: true, json: "one JSON object a run", setup: noFlags(traceCommand)},
		{name: "metrics", db: true, json: "as one JSON object", setup: metricsCommand},
		{name: "replay", args: 1, lacks: whichRun, db: true, json: "one JSON object a run", setup: noFlags(replayCommand)},
		{name: "scrub", bare: true, setup: scrubCommand},
		{name: "task list", bare: true, json: "one JSON object a task", setup: noFlags(taskListCommand)},
		{name: "task show", args: 1, lacks: whichTask, bare: true, json: "as one JSON object", setup: taskShowCommand},
		{name: "task run", args: 1, lacks: whichTask, setup: noFlags(taskRunCommand)},
		{name: "eval", args: many, json: "the whole report as one JSON object", setup: evalCommand},
		{name: "learn", args: many, db: true, json: "the scores as one JSON object", setup: learnCommand},
		{name: "mcp", setup: mcpCommand},
		{name: "config", json: "one JSON object a setting", setup: noFlags(configCommand)},
		{name: "migrate", setup: migrateCommand},
		{name: "prune", setup: pruneCommand},
		{name: "version", bare: true, json: "as one JSON object", setup: versionCommand},
	}
}
