"$CLUSTERSIM" systems check --today 2026-12-01 tests/fixtures/system/good/extends-by-name.yaml systems/accelerators/a40.yaml lumi
