# The columns and the units of a study for people; waits depend on the queue, so few replicates.
$CLUSTERSIM -q run scenarios/first-steps/quickstart.yaml --replicates 2 --no-results --detail
