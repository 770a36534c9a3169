# The same as values: empty, with the reason.
$CLUSTERSIM -q run tests/golden/input/three-dev-jobs.yaml --no-results --format csv
