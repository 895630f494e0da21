# The only entry to building, testing and running Cartaz; CI calls these targets.

BIN      := .bin
GO       := go
STATIC   := honnef.co/go/tools/cmd/staticcheck@v0.8.2
TESTS    := gotest.tools/gotestsum@v1.13.0
STORES   := github.com/versity/versitygw/cmd/versitygw@v1.8.0 \
	github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c
FUZZTIME ?= 20s

.PHONY: all help build run quick test race kills fleet lint fuzz attack bench e2e stores vulns dist clean weight

all: build

help: ## Say what each target does.
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# go build ./builder would collide with the folder of that name, so programs go to .bin.
build: ## Build both programs into .bin.
	$(GO) build -o $(BIN)/builder ./builder
	$(GO) build -o $(BIN)/edge ./edge

# The main job: pull the sample brands, seal their releases, serve them by host.
run: build ## Build the sample brands and serve them; ARGS are flags of the edge.
	$(BIN)/builder build
	@echo
	@echo "  http://palco.localhost:8080    ticketing brand, pt-BR"
	@echo "  http://virada.localhost:8080   Virada Cultural 2026, São Paulo, pt-BR"
	@echo "  http://confs.localhost:8080    technology conferences, en"
	@echo "  http://paris.localhost:8080    events of OpenAgenda in Paris, fr"
	@echo "  http://127.0.0.1:8081/status   state of the brands; /metrics, /ready"
	@echo
	$(BIN)/edge $(ARGS)

# Under 30 seconds on an idle machine; .ci/quick says how it chooses.
BASE ?= HEAD
quick: ## Run the tests of what differs from BASE (HEAD), and of what imports it.
	@BASE=$(BASE) .ci/quick

# Properties are drawn from one seed, so that two runs of one commit say the same; "make fuzz"
# draws them at random.
export RAPID_SEED ?= 1

# Every test that needs no extra service; the end-to-end test builds both programs.
# gotestsum names at the end what failed, and what was skipped and why. Without tables for debuggers
# the programs of the tests are linked in little more than half the time.
test: export GOFLAGS = $(shell $(GO) env GOFLAGS) -ldflags=-w
test: ## Run every test that needs no extra service.
	$(GO) run $(TESTS) --format pkgname-and-test-fails -- -timeout 30m ./...

# What runs at the same time as something else: the rooms of the edge, the packages that
# pull, and of the packages that work on one thing after another (the edge's own tests
# read thousands of documents, one by one) the tests with several goroutines or clients. The
# packages of RACE_NOT run programs as processes of their own, which the detector does not see,
# as some tests of RACE_SKIP do; the others of those ask a million times from one goroutine.
RACE := ./edge/internal/... ./builder/internal/upstream ./builder/internal/upstream/jq \
	./builder/internal/worker
RACE_TESTS := RenderAll|Cores|FailureInTheMiddle|Concurrent|Batches|BytesAreStable|KnowNothing
RACE_SOME := ./builder/internal/build ./builder/search ./builder/internal/markup \
	./builder/internal/compiled ./builder/internal/page
RACE_CLIENTS := EndToEnd|Hangup|Smuggling
RACE_SKIP := FlippedBits|DamagedIndex|GzipIsTheIdentity|ForeignCredentials|ManyCredentials|Alerts
RACE_NOT := /(certs|fleet|upgrade)$$

# The detector lets each program sleep before it ends, a second unless told, while what it found
# is written; the end-to-end tests run many.
race: export GORACE = atexit_sleep_ms=100
race: ## Run the tests with several goroutines under the race detector.
	$(GO) test -race -timeout 30m -skip '$(RACE_SKIP)' \
		$$($(GO) list $(RACE) | grep -vE '$(RACE_NOT)')
	$(GO) test -race -timeout 30m -short -run '$(RACE_TESTS)' $(RACE_SOME)
	$(GO) test -race -timeout 30m -run '$(RACE_CLIENTS)' ./edge

lint: ## Run gofmt, go vet and staticcheck with every check.
	@unformatted=$$(gofmt -l brands builder edge templates); \
		if [ -n "$$unformatted" ]; then echo "gofmt: $$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATIC) -checks all ./...

# All crash tests in full, most of which "make test" leaves out: both programs, the builder killed
# KILLS times at random moments of builds of KILL_EVENTS events, and every STRIDE-th system call
# of a small build that changes something on disk (of the exported files, every eighth of those)
# failing in each way.
KILLS ?= 200
KILL_EVENTS ?= 1500
STRIDE ?= 1
kills: ## Kill builders at random, and fail every system call in turn.
	$(GO) test -count=1 -v -timeout 60m ./builder/internal/crash -kills $(KILLS) \
		-events $(KILL_EVENTS) -stride $(STRIDE)

# Three builders, a store, five edges and a balancer as processes, of which something is killed,
# paused, cut off, slow, lying or full in every round, until each of three brands has had RELEASES
# releases; then how many bytes move when 1 % of a catalogue changes. STORE is versitygw, minio or
# folder; POLL is that of the edges.
RELEASES ?= 200
STORE ?=
POLL ?= 2s
fleet: ## Publish RELEASES releases over five edges while machines die.
	$(GO) test -count=1 -v -timeout 90m ./edge/internal/fleet -releases $(RELEASES) \
		-poll $(POLL) -store '$(STORE)'

# Mutated requests against the front and net/http, which must answer alike, odd queries,
# changed credentials and releases: STREAMS of them from SEED on, over loopback only. Then
# hostile texts.
STREAMS ?= 20000
SEED ?= 1
attack: ## Send STREAMS mutated requests and hostile texts.
	$(GO) test -count=1 -v -timeout 10m -run 'TestAttack' ./edge/internal/server \
		-streams $(STREAMS) -seed $(SEED)
	$(GO) test -count=1 -run 'TestPayloads|TestHostileText' ./builder/internal/markup \
		./builder/internal/page

fuzz: ## Run every fuzz target for FUZZTIME (20s), and properties of random seeds.
	@RAPID_SEED=0 RAPID_CHECKS=1000 $(GO) test -count=1 -short \
		$$(grep -rl --include=*_test.go pgregory.net/rapid builder edge | xargs dirname | \
		sort -u | sed 's,^,./,')
	@FUZZTIME=$(FUZZTIME) GO=$(GO) .ci/fuzz

# Benchmarks of the hot paths, then one catalogue of EVENTS as the same site by the builder and by
# Hugo, the builder alone with catalogues of each size in SCALE ('100000 1000000'), BRANDS small
# brands whose sources take a second, pages of the edge beside nginx and Caddy, then search beside
# SQLite, bleve and MiniSearch: the tables of relevance and speed. What is not installed is left
# out, loudly.
EVENTS ?= 4000
SCALE ?= 100000
ROUNDS ?= 3
BRANDS ?= 1000
PEERS ?=
bench: build ## Measure speed and relevance beside other engines.
	$(GO) test -run '^$$' -bench . -benchmem ./...
	$(GO) build -o $(BIN)/bench ./builder/internal/bench
	$(BIN)/bench -builder $(BIN)/builder -events $(EVENTS)
	@set -e; for n in $(SCALE); do \
		$(BIN)/bench -builder $(BIN)/builder -scale $$n -rounds $(ROUNDS); done
	$(BIN)/bench -builder $(BIN)/builder -brands $(BRANDS)
	$(GO) run ./edge/internal/bench -builder $(BIN)/builder -edge $(BIN)/edge
	sh builder/search/testdata/peers/run.sh $(PEERS)

e2e: ## Run the end-to-end test under the race detector.
	$(GO) test -race -count=1 -run TestEndToEnd ./edge

# Real S3 stores that tests of builder/bucket run; several minutes the first time.
stores: ## Build versitygw and MinIO into .bin, for tests.
	@mkdir -p $(BIN)
	@set -e; for s in $(STORES); do GOBIN=$(CURDIR)/$(BIN) $(GO) install $$s; done

vulns: ## Fail when the programs call code with a known vulnerability.
	@GO=$(GO) .ci/vulns

# What is released: archives, Debian packages, lists of parts, checksums; edge/deploy/dist says how.
dist: vulns ## Make archives and Debian packages of the last commit in .bin/dist.
	@GO=$(GO) edge/deploy/dist $(BIN)/dist

weight: ## Print what each package weighs, and the sums that the budget bounds.
	@$(GO) test -count=1 -v -run TestBudget ./builder/internal/docs

clean: ## Remove programs and everything that was built.
	rm -rf $(BIN)
	find out -mindepth 1 -not -name README.md -not -name .gitignore -delete
