# Where every value of a run comes from.
$CLUSTERSIM run scenarios/first-steps/one-job.yaml --dry-run --set seed=7
