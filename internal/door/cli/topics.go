package cli

// topic is a page of help that is about no one command. A test tries every
// command line in it, and looks for every setting that it names.
type topic struct {
	name  string
	about string // one line
	text  string // at most 25 lines
}

func topics() []topic {
	return []topic{
		{"first-steps", "what to try first", `
Nothing has to be configured: the reader decides, and cards, places, breweries and customers are
samples, which answers say. Two of the sample's customers are C001 and C002.

  maitre chat --as C001 --thread t1            talk with the house in the terminal
  maitre serve                                 or in the browser, at http://127.0.0.1:8080

Try: "Sou alérgico a camarão. Que prato baiano você sugere?", "Recomende cervejarias novas
para mim", "Quero passar o fim de semana em Floripa", "O que você sabe de mim?"

Then look at what happened. Everything is in one file, maitre.db:

  maitre trace t1                              how the conversation t1 was answered, and by whom
  maitre memory show --guest C001              what was remembered
  maitre metrics                               all runs together
  maitre doctor                                what is set, and what could be

Next: "maitre help your-data" for your own menu and tables, "maitre help models" for a model.
`},
		{"models", "let a model decide: keys, prices, budgets, fallbacks", `
Set a key in the environment and name the model. A key alone spends nothing.

  export GEMINI_API_KEY=…                      or OPENAI_API_KEY, ANTHROPIC_API_KEY, GROQ_API_KEY
  maitre doctor --model gemini:gemini-2.5-flash
  maitre chat --model gemini:gemini-2.5-flash,ollama:llama3.2

Of several models the next one is asked when one fails; when all do, the reader decides, and the
trace says so. --openai-base-url names a server of your own that speaks OpenAI's protocol.

Caps need prices, which maitre does not know. Write them in maitre.toml, in dollars for a
million tokens; a model without a price is not asked while there is a cap:

  [price."gemini-2.5-flash"]
  input = 1.25
  output = 2.50

  maitre serve --model gemini:gemini-2.5-flash --budget-turn 0.02 --budget-day 5
  maitre metrics                               what was spent, and on what

Every decision is a task that can be read, changed with --prompts, and scored:

  maitre task show menu.rerank --prompt
  maitre eval menu.rerank --set labelled.jsonl --model rule --model gemini:gemini-2.5-flash
`},
		{"your-data", "bring your menu, customers, breweries and tables", `
Your menu, from CSV, JSON or JSON lines; only the column name must be there:

  maitre menu export --format csv              the sample, to see what a card looks like
  maitre menu import menu.csv --dry-run        what would change, or every line that is wrong
  maitre menu import menu.csv

Your breweries, from a dump of Open Brewery DB, or from its API:

  maitre breweries import breweries.csv
  maitre breweries sync --country Brazil

Any table, to be asked about in words:

  maitre data add sales.csv --name sales
  maitre data ask "tendência por mês" --out trend.svg

Your customers, a SQLite file or PostgreSQL, only ever read. The policy says which tables
and columns a guest's questions may touch: begin with the shipped one, then attack it.

  maitre sql policy                            to save as policy.toml and to change
  maitre sql attack --customers your.db --policy policy.toml
  maitre serve --customers your.db --policy policy.toml
`},
		{"privacy", "what is kept of guests, where it goes, how it is forgotten", `
Documents, cards, passwords and keys are struck out of what is logged ("maitre scrub" shows
how). A guest's words are sealed in the database with a key of that guest. What concerns
health is remembered only after a yes; until then it holds for one conversation.

  maitre memory show --guest ana               what is known, why and since when
  maitre memory export --guest ana --dir out   to take away
  maitre memory forget --guest ana --all       what would go; with --yes it goes, for good

Guests can ask for all three themselves: "O que você sabe de mim?", "Esqueça tudo".
Forgetting destroys the guest's key. It does not reach into backups: let them expire.

Nothing is sent anywhere until you say so: --model sends what is said to the provider,
--embedder texts and questions, --places osm a destination, --breweries openbrewerydb a town.
--record writes every exchange with a model to a file, guests' words included.

Memories of which nobody spoke for long (--memory-keep) go by themselves while "maitre serve"
runs, or by hand; the log of what happened only by hand.

  maitre prune --memories --yes
  maitre prune --days 365 --yes
`},
		{"doors", "the ways in: page, HTTP, OpenAI's protocol, MCP", `
  maitre serve                                 on http://127.0.0.1:8080, all of these:

  /                      the page
  /agui                  AG-UI, as server-sent events
  /api/v1                REST; /api/v1/openapi.json describes it
  /v1                    OpenAI's protocol; the model is called maitre
  /mcp                   tools of the Model Context Protocol
  /healthz /readyz       for whoever looks after it; "maitre version --ready" asks the second
  /metrics               for Prometheus

An agent that starts its own tools runs them without a server:

  maitre mcp --as C001

On loopback anybody may be any sample customer. Beyond it, tokens are asked for, and a proxy
that speaks TLS belongs before it. --operator names the guest whose token reads the metrics,
--cors a site whose pages may ask.

  maitre serve --addr 0.0.0.0:8080 --auth token --public-host maitre.example.com
  maitre token create --guest C001 --name phone
  maitre token revoke ID
`},
		{"troubleshooting", "when something is not as expected", `
  maitre doctor                                what is configured, reachable or missing
  maitre config                                every setting in force, and where it came from

It says that the data are samples: nothing was imported into this database. Every directory
has a maitre.db of its own unless --db or MAITRE_DB names one.

No model is asked: --model is not set, the budget is spent, or there is a cap and no price.
The trace says which; a model that failed is left alone for a while.

  maitre trace ID                              what happened in a run, or in all of a conversation
  maitre replay ID                             the same again, from the recorded answers

An address is refused (403): name it with --public-host, or the site with --cors.
Nobody may come in (401): make a token with "maitre token create".

The database was written by a newer maitre: run that one; there is no way back but a backup.
The database is busy: many write at once; --db postgres://… takes more of them.

To see more of what goes on:

  maitre serve --log-level debug --log-format json
`},
	}
}
