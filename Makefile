MVN ?= mvn -B -ntp

.DEFAULT_GOAL := help
.PHONY: help build quick test verify format demo up bench clean full

help: ## list the verbs
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-8s %s\n", $$1, $$2}'

build: ## compile and package with all checks, without tests
	$(MVN) -DskipTests package

quick: ## the inner loop: compile and unit tests, without lint, format or budget
	$(MVN) -q -Dquick test

test: ## unit tests with all checks
	$(MVN) test

verify: ## everything a change must pass: checks, unit tests, tests on a real broker
	$(MVN) verify

full: ## verify, and the tests that take minutes
	$(MVN) -Pfull verify

format: ## format Java and POMs
	$(MVN) -q spotless:apply

demo: ## run the sample pipeline end to end and judge it
	./odradek demo

up: ## run everything in one process
	./odradek up

bench: ## measure it beside its peers, roughly, in three minutes
	./odradek bench --quick

clean: ## remove what the build made
	$(MVN) -q clean
