# The kernels of a step, as a table for the bench.
$CLUSTERSIM step gpt-857m --system leonardo --nodes 1 --kernels
