# Two policies of a small site on the same jobs: who gains, who loses.
$CLUSTERSIM diff tests/data/policy/site.yaml --workload tests/data/policy/jobs.csv --with bf_max_job_test=2
