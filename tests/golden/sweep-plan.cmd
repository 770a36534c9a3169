# What a sweep needs as a job array on a machine, with a given time of its points.
$CLUSTERSIM sweep tests/golden/input/sweep.yaml --plan --system vega --core-time "2000 h"
