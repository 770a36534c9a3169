# The same values for programs.
$CLUSTERSIM -q run scenarios/allocation/leonardo.yaml --dry-run --format json
