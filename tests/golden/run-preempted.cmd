# A job that is requeued for others: run time, bill and energy of all its runs.
$CLUSTERSIM -q run tests/golden/input/preempted.yaml --no-results --detail
