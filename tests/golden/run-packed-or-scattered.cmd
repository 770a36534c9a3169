# Run times that come from the nodes a job got, and what then happens behind it in the queue.
$CLUSTERSIM -q run scenarios/comparison/network/packed-or-scattered.yaml --no-results
