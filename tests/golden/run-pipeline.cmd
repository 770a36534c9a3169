# Jobs that wait for each other, two of them arrays: one row each, and a line for all of them.
$CLUSTERSIM -q run scenarios/planning/vega-prepare-train-evaluate.yaml --replicates 3 --no-results --detail
