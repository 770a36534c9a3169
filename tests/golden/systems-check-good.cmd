"$CLUSTERSIM" systems check tests/fixtures/system/good/extends-by-name.yaml systems/accelerators/a40.yaml lumi
