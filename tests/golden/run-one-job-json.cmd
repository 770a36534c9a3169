# The same as JSON: names, units and order of the keys.
$CLUSTERSIM -q run scenarios/first-steps/one-job.yaml --no-results --format json
