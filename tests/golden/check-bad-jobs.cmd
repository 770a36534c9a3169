# Ways to submit jobs that do not work: every problem at once, each with its place.
$CLUSTERSIM check tests/golden/input/bad-jobs.yaml
