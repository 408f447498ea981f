# The default is what a change has to pass before it is pushed; .ci/run has the
# rest.
GO ?= go
FUZZTIME ?= 10s

# Packages whose golden files are written with -update. The command's other
# tests run the test binary as the program, which has no such flag.
GOLDEN = $(filter-out ./cmd/boundary-lsp/,$(sort $(dir $(shell grep -rl --include='*_test.go' 'flag.Bool."update"' . ))))

.PHONY: all build vet lint test race generate fuzz bench editors pictures-editors

all: build vet lint race

build:
	$(GO) build -o boundary-lsp ./cmd/boundary-lsp

vet:
	$(GO) vet ./...

lint:
	@test -z "$$(gofmt -l .)" || { echo 'gofmt would change:'; gofmt -l .; exit 1; }
	$(GO) tool staticcheck ./...

test:
	$(GO) test ./...

race:
	$(GO) test -race ./...

generate:
	$(GO) test $(GOLDEN) -update
	$(GO) test ./cmd/boundary-lsp -run Docs -update

fuzz:
	.ci/fuzz $(FUZZTIME)

bench:
	$(GO) test ./... -run '^$$' -bench . -benchmem

# The real editors; as root on Debian 12.
editors:
	.ci/editors

# docs/pictures/neovim.svg, with the Neovim that .ci/editors unpacks.
pictures-editors:
	.ci/editors --pictures
