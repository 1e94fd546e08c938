.DEFAULT_GOAL := help
TOOL := go tool -modfile=tools/go.mod
LINT := go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.14.0

TIMEOUT     := 20m# for the tests of one package: CI must outlive a test that hangs
FUZZTIME    := 10s
BENCHTIME   := 300ms# for each benchmark, at least
MAX_MB      := 45# for the stripped binary, in millions of bytes: a third is SQLite, PostgreSQL, TLS and MCP, 7 the reader with its words and lines

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## serve maitre on http://127.0.0.1:8080
	@echo 'building maitre: the first time it downloads and compiles for a minute or two, and names each package'
	@go build -v -o maitre ./cmd/maitre && exec ./maitre serve

# What takes longest begins first, so that it does not end last.
SLOW := ./store/sqlite ./store/postgres ./safesql

test: ## run the tests
	.ci/ram go test -vet=off -timeout $(TIMEOUT) ./cmd/maitre ./internal/door/web ./internal/door/cli $(SLOW) ./...

check: fmt-check vet floors check-weights race dead otel ## all that CI checks: format, vet, floors, races, generated docs, dead code

fmt: ## format the code
	$(TOOL) gofumpt -w .

fmt-check:
	@out=$$($(TOOL) gofumpt -l .) || exit 1; \
	test -z "$$out" || { echo "not formatted (make fmt):"; echo "$$out"; exit 1; }

vet: ## go vet and staticcheck
	go vet ./...
	go vet -tags soak ./cmd/maitre
	$(TOOL) staticcheck ./...

lint: ## golangci-lint (optional; built from source, so slow the first time)
	$(LINT) run ./...

# Packages that start goroutines or are called by several at once, and whose tests do
# so. SQLite itself, of which every connection has one to itself, is not instrumented:
# that takes minutes.
RACE := . ./agent ./embed ./graph ./hook ./llm/... ./retrieve ./scene ./semcache ./store/internal/... ./task ./ui ./vector \
	./internal/specialist/beer ./internal/outside/brewery/... ./internal/door/openai ./internal/concierge ./internal/door/mcp ./internal/outside/places/overpass ./internal/outside/webclient ./internal/door/server
RACING := .ci/ram go test -race -vet=off -timeout $(TIMEOUT) -gcflags='github.com/ncruces/go-sqlite3-wasm/...=-race=false'

race: ## run the tests of what is concurrent under the race detector
	$(RACING) -skip '^TestAQuestionIsAnswered$$' $(RACE) # in which one client asks, 24 times over
	$(RACING) -run 'Conformance|Opening|AtOnce|LateCommit|Restart|Write|Commit|Cancel|Clos|Stopped|Undone|Hangs|InTime' ./store/sqlite ./store/postgres ./memory ./internal/operate/learn # the others have one goroutine, or kill processes
	$(RACING) -run '^TestNothingHarmfulIsEverOffered$$' ./internal/specialist/menu # whose only parallel test it is

floors: ## check who imports whom, and the other rules of the house
	go test ./internal/archtest

train: ## learn internal/understand/weights.bin from its readings (minutes)
	go run ./internal/understand/train -words
	go run ./internal/understand/train

check-weights: ## say whether weights.bin belongs to its readings, words and code
	go run ./internal/understand/train -check

dead: ## list functions that nothing reaches
	@out=$$($(TOOL) deadcode -test -tags soak ./...) || exit 1; \
	test -z "$$out" || { echo "never called:"; echo "$$out"; exit 1; }

# One benchmark after the other: two at once would measure each other.
bench: ## run the benchmarks (minutes) and print one table of how we compare
	@out=$$(mktemp) || exit 1; trap 'rm -f "$$out" "$$out.table"' EXIT; \
	{ go test -p 1 -timeout $(TIMEOUT) -run '^$$' -bench . -benchtime $(BENCHTIME) ./bench/... && \
	  cd bench/vector/peer && go test -run '^$$' -bench . -benchtime $(BENCHTIME) .; } 2>&1 | tee "$$out"; echo; \
	awk -f bench/table.awk "$$out" >"$$out.table"; status=$$?; \
	column -t -s '|' "$$out.table" || cat "$$out.table"; exit $$status

soak: ## a hundred guests, killed workers, restarted databases, wrong clocks, full disks (eleven minutes; needs PostgreSQL)
	cd cmd/maitre && CI=true go test -tags soak -count=1 -failfast -timeout 25m -run '^$(or $(RUN),TestSoak)' -args $(if $(SEED),-seed $(SEED))

fuzz: ## run every fuzz target for FUZZTIME (10s)
	@grep -rEo --include='*_test.go' --exclude-dir=oracle '^func Fuzz[A-Za-z0-9_]+' . \
	| sed -E 's|/[^/]+:func | |' | sort -u \
	| while read -r dir name; do \
		echo "$$dir $$name"; \
		go test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) $$dir </dev/null || exit 1; \
	done

cover: ## measure what the tests cover; cover.out holds the lines
	go test -coverpkg=./... -coverprofile=cover.out ./...
	@go tool cover -func=cover.out | tail -n 1
	@echo "go tool cover -html=cover.out shows the lines"

otel: ## vet and test the module that tells OpenTelemetry of runs
	cd otel && go vet ./... && go test ./...

oracle: ## compare the adapters with the vendors' own clients (minutes, gigabytes)
	cd llm/oracle && go test ./...

# As it is released but for the paths in it, which are as long: so the tests' packages need not be compiled anew.
size: ## build maitre stripped; fail if the binary is too large
	@dir=$$(mktemp -d) || exit 1; trap 'rm -rf "$$dir"' EXIT; trap 'exit 130' INT TERM; \
	go build -buildvcs=false -ldflags='-s -w' -o "$$dir/maitre" ./cmd/maitre || exit 1; \
	awk -v b="$$(wc -c <"$$dir/maitre")" -v max=$(MAX_MB) 'BEGIN { printf "binary %.1f MB (limit %d MB)\n", b/1e6, max; exit b > max*1e6 }'

dist: ## build what is released, for every system, into dist: static, reproducible, with checksums
	@deploy/dist.sh
	@cat dist/SHA256SUMS

screenshots: ## take the pictures of the page, into docs/screenshots (needs Chromium)
	MAITRE_SCREENSHOTS=$(CURDIR)/docs/screenshots go test -count=1 -run '^TestPagePictures$$' ./internal/door/web

pictures: ## take every screen of the page in three widths and both themes, into DIR (needs Chromium)
	MAITRE_SCREENSHOTS=$(or $(DIR),$(error DIR names no directory)) go test -count=1 -run '^TestPageEveryScreen$$' ./internal/door/web

.PHONY: otel floors soak dist screenshots pictures help run test check fmt fmt-check vet lint race dead bench fuzz cover oracle size
