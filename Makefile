# The only entry to building, testing and running Cartaz; CI calls these targets.

BIN      := .bin
GO       := go
STATIC   := honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME ?= 20s

.PHONY: all build run test race kills lint fuzz bench e2e clean

all: build

# go build ./builder would collide with the folder of that name, so programs go to .bin.
build:
	$(GO) build -o $(BIN)/builder ./builder
	$(GO) build -o $(BIN)/edge ./edge

# The main job: pull the sample brands, seal their releases, serve them by host.
run: build
	$(BIN)/builder build
	@echo
	@echo "  http://palco.localhost:8080    ticketing brand, pt-BR"
	@echo "  http://virada.localhost:8080   Virada Cultural 2026, São Paulo, pt-BR"
	@echo "  http://confs.localhost:8080    technology conferences, en"
	@echo "  http://127.0.0.1:8081/status   state of the brands; /metrics, /ready"
	@echo
	$(BIN)/edge

# Every test that needs no extra service; the end-to-end test builds both programs.
test:
	$(GO) test -timeout 30m ./...

# What runs at the same time as something else: all packages of the edge, those that
# pull, and of the packages that work on one thing after another the tests with
# several goroutines.
RACE := ./edge/... ./builder/internal/upstream
RACE_TESTS := DrawAll|Cores|FailureInTheMiddle|Concurrent|Batches|BytesAreStable|KnowNothing
RACE_SOME := ./builder/internal/build ./builder/search ./builder/internal/markup ./builder/internal/compiled ./builder/internal/page

race:
	$(GO) test -race -timeout 30m $(RACE)
	$(GO) test -race -timeout 30m -run '$(RACE_TESTS)' $(RACE_SOME)

lint:
	@unformatted=$$(gofmt -l brands builder edge templates); if [ -n "$$unformatted" ]; then echo "gofmt: $$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATIC) ./...

# The long crash tests in full: both programs, the builder killed KILLS times at random
# moments of builds of KILL_EVENTS events, and every STRIDE-th system call of a small
# build that changes something on disk (of the exported files, every eighth of those)
# failing in each way.
KILLS ?= 200
KILL_EVENTS ?= 1500
STRIDE ?= 1
kills:
	$(GO) test -count=1 -v -timeout 30m -run 'TestRandomKills|TestSystemCalls' ./builder/internal/crash -kills $(KILLS) -events $(KILL_EVENTS) -stride $(STRIDE)

# Every fuzz target for FUZZTIME each.
fuzz:
	@set -e; for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$pkg; \
		done; \
	done

# Benchmarks of the hot paths, then one catalogue of EVENTS as the same site by the builder and by Hugo, the builder alone
# with catalogues of each size in SCALE ('100000 1000000'), then search beside SQLite, bleve and MiniSearch: the tables of
# relevance and speed. What is not installed is left out, loudly.
EVENTS ?= 4000
SCALE ?= 100000
PEERS ?=
bench: build
	$(GO) test -run '^$$' -bench . -benchmem ./...
	$(GO) build -o $(BIN)/bench ./builder/internal/bench
	$(BIN)/bench -builder $(BIN)/builder -events $(EVENTS)
	@set -e; for n in $(SCALE); do $(BIN)/bench -builder $(BIN)/builder -scale $$n; done
	sh builder/search/testdata/peers/run.sh $(PEERS)

e2e:
	$(GO) test -race -count=1 -run TestEndToEnd ./edge

clean:
	rm -rf $(BIN)
	find out -mindepth 1 -not -name README.md -not -name .gitignore -delete
