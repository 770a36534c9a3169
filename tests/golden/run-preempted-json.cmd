# The same as JSON, with when each run began and ended.
$CLUSTERSIM -q run tests/golden/input/preempted.yaml --no-results --format json
