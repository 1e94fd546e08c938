package cli

import (
	"context"
	"flag"
	"slices"
	"strconv"
	"strings"
)

// command is one command, such as "menu import". Its flags, and what help says of it, are in
// help/commands.txt.
type command struct {
	name  string
	args  int    // how many arguments it takes besides flags, or many
	lacks string // told when it has fewer or more
	bare  bool   // it needs no settings, and so works with wrong ones
	db    bool   // the database is opened before it runs
	had   bool   // and must be there already
	json  string // what --json writes; without it there is no such flag
	do    action
}

const many = -1 // arguments, or none

const (
	whichTable = `say which table ("maitre data list" names them)`
	whichRun   = `name one run or thread ("maitre ask --json" tells both)`
	whichTask  = `name one task ("maitre task list" shows them)`
)

// action runs a command. Its flags are parsed and the settings loaded.
type action func(ctx context.Context, a *app, args []string) error

// flags makes the set of a command's own flags, which help/commands.txt has.
func (c command) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("maitre "+c.name, flag.ContinueOnError)
	e, _ := entryOf(c.name)
	for _, f := range e.flags {
		addFlag(fs, f)
	}
	if c.json != "" {
		fs.Bool("json", false, c.json)
	}
	return fs
}

// addFlag adds the flag of a line: its name, its kind, its default if it has one, and what help says of it,
// as in "format text jsonl: `FORMAT`, jsonl or csv".
func addFlag(fs *flag.FlagSet, line string) {
	head, usage, _ := strings.Cut(line, ": ")
	name, kind, _ := strings.Cut(head, " ")
	kind, std, _ := strings.Cut(kind, " ")
	switch kind {
	case "yes":
		fs.Bool(name, false, usage)
	case "text":
		fs.String(name, std, usage)
	case "texts": // it may be given several times
		fs.Var(new(several), name, usage)
	case "number":
		n, _ := strconv.Atoi(std)
		fs.Int(name, n, usage)
	case "decimal":
		fs.Float64(name, 0, usage)
	case "time":
		fs.Duration(name, 0, usage)
	default:
		panic("commands.txt: no kind of flag is called " + kind)
	}
}

type several []string

func (s *several) String() string         { return strings.Join(*s, ", ") }
func (s *several) Set(value string) error { *s = append(*s, value); return nil }
func (s *several) Get() any               { return []string(*s) }

// flagOf returns the value of one of the command's own flags. It panics if there is none of the name.
func flagOf[T any](a *app, name string) T { return a.flags.Lookup(name).Value.(flag.Getter).Get().(T) }

func (a *app) text(name string) string    { return flagOf[string](a, name) }
func (a *app) texts(name string) []string { return flagOf[[]string](a, name) }
func (a *app) is(name string) bool        { return flagOf[bool](a, name) }
func (a *app) number(name string) int     { return flagOf[int](a, name) }

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
		{name: "chat", json: "one JSON object an answer", do: chatCommand},
		{name: "ask", args: many, json: "one JSON object an answer", do: askCommand},
		{name: "serve", do: serveCommand},
		{name: "doctor", json: "one JSON object a finding", do: doctorCommand},
		{name: "house set", args: 1, lacks: "name one file of what the house says of itself (maitre help house set)", db: true, do: houseSetCommand},
		{name: "house show", db: true, json: "as one JSON object", do: houseShowCommand},
		{name: "link", db: true, do: linkCommand},
		{name: "link list", db: true, json: "one JSON object a line", do: linkListCommand},
		{name: "link revoke", args: 1, lacks: `name one link by its id ("maitre link list" tells the ids)`, db: true, do: linkRevokeCommand},
		{name: "menu import", args: 1, lacks: "say which file (maitre menu import FILE)", json: "the report as one JSON object", do: menuImportCommand},
		{name: "menu export", do: menuExportCommand},
		{name: "menu list", json: "one JSON object a card", do: menuListCommand},
		{name: "menu search", args: many, json: "the result as one JSON object", do: menuSearchCommand},
		{name: "menu ask", do: menuAskCommand},
		{name: "breweries import", args: many, json: "the report as one JSON object", do: breweriesImportCommand},
		{name: "breweries find", json: "the result as one JSON object", do: breweriesFindCommand},
		{name: "breweries match", args: many, bare: true, do: breweriesMatchCommand},
		{name: "data add", args: many, db: true, json: "the report as one JSON object", do: dataAddCommand},
		{name: "data list", db: true, json: "one JSON array", do: dataListCommand},
		{name: "data show", args: 1, lacks: whichTable, db: true, json: "one JSON object", do: dataShowCommand},
		{name: "data profile", args: 1, lacks: whichTable, db: true, json: "one JSON array, with histograms and the most frequent values", do: dataProfileCommand},
		{name: "data ask", args: many, db: true, json: "the answer as one JSON object", do: dataAskCommand},
		{name: "data remove", args: 1, lacks: whichTable, db: true, do: dataRemoveCommand},
		{name: "customer", args: many, json: "the profile as one JSON object", do: customerCommand},
		{name: "sql", args: many, json: "the answer as one JSON object", do: sqlCommand},
		{name: "sql attack", json: "the report as one JSON object", do: sqlAttackCommand},
		{name: "sql policy", bare: true, do: sqlPolicyCommand},
		{name: "sql publish", json: "the report as one JSON object", do: sqlPublishCommand},
		{name: "index", args: many, json: "the report as one JSON object", do: indexCommand},
		{name: "search", args: many, json: "the result as one JSON object", do: searchCommand},
		{name: "sample customers", bare: true, do: sampleCommand},
		{name: "requests list", db: true, json: "one JSON object a line", do: requestsListCommand},
		{name: "requests set", args: many, db: true, do: requestsSetCommand},
		{name: "memory guests", db: true, json: "one JSON object a line", do: memoryGuestsCommand},
		{name: "memory show", db: true, json: "as one JSON object", do: memoryShowCommand},
		{name: "memory export", db: true, do: memoryExportCommand},
		{name: "memory forget", args: many, db: true, json: "as one JSON object", do: memoryForgetCommand},
		{name: "memory consent", args: many, db: true, do: memoryConsentCommand},
		{name: "memory feedback", args: many, do: memoryFeedbackCommand},
		{name: "memory add", args: 3, lacks: `a memory has a kind, a key and a value (maitre memory add --guest ana preference drink "vinho tinto")`, db: true, json: "the memory as one JSON object", do: memoryAddCommand},
		{name: "memory rebuild", db: true, do: memoryRebuildCommand},
		{name: "memory detect", bare: true, do: memoryDetectCommand},
		{name: "memory recall", bare: true, do: memoryRecallCommand},
		{name: "token create", db: true, do: tokenCreateCommand},
		{name: "token list", db: true, json: "one JSON object a line", do: tokenListCommand},
		{name: "token revoke", args: 1, lacks: `name one token by its id ("maitre token list" tells the ids)`, db: true, do: tokenRevokeCommand},
		{name: "trace", args: 1, lacks: whichRun, db: true, had: true, json: "one JSON object a run", do: traceCommand},
		{name: "metrics", db: true, had: true, json: "as one JSON object", do: metricsCommand},
		{name: "replay", args: 1, lacks: whichRun, db: true, had: true, json: "one JSON object a run", do: replayCommand},
		{name: "scrub", bare: true, do: scrubCommand},
		{name: "task list", bare: true, json: "one JSON object a task", do: taskListCommand},
		{name: "task show", args: 1, lacks: whichTask, bare: true, json: "as one JSON object", do: taskShowCommand},
		{name: "task run", args: 1, lacks: whichTask, do: taskRunCommand},
		{name: "eval", args: many, json: "the whole report as one JSON object", do: evalCommand},
		{name: "learn", args: many, db: true, json: "the scores as one JSON object", do: learnCommand},
		{name: "mcp", do: mcpCommand},
		{name: "config", json: "one JSON object a setting", do: configCommand},
		{name: "migrate", do: migrateCommand},
		{name: "prune", do: pruneCommand},
		{name: "version", bare: true, json: "as one JSON object", do: versionCommand},
	}
}
