# Builds the engine for the machine it stands on and puts the binary at ./$(EXE).
# Testing frameworks such as OpenBench call `make EXE=name`.

EXE ?= palimpsest

TARGET := $(or $(CARGO_TARGET_DIR),target)
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)
OUTPUT := $(EXE)$(if $(filter %.exe,$(EXE)),,$(SUFFIX))

.PHONY: engine
engine:
	cargo build --release --package engine-cli --bin palimpsest
	cp -f "$(TARGET)/release/palimpsest$(SUFFIX)" "$(OUTPUT)"
