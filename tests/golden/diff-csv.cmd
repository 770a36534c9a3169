# The numbers of a comparison, one a row.
$CLUSTERSIM diff tests/data/policy/site.yaml --workload tests/data/policy/jobs.csv --with SchedulerType=sched/builtin --format csv
