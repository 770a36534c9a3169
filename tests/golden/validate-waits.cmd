# Forecasts of the waits in noon snapshots of a real machine.
# only with XGBoost 1
$CLUSTERSIM validate waits tests/data/waits/noons.csv --learn 5
