# The first answer: one table, and what it rests on.
$CLUSTERSIM -q run scenarios/first-steps/quickstart.yaml --replicates 2 --no-results
