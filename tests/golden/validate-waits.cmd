# Forecasts of the waits in noon snapshots of a real machine.
$CLUSTERSIM validate waits tests/data/waits/noons.csv --learn 5
