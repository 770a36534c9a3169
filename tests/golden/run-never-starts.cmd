# A job that Slurm refuses has no wait and no bill, and an expectation of it is unmet.
$CLUSTERSIM -q run tests/golden/input/three-dev-jobs.yaml --no-results --detail
