# Forecasts of the waits of a log, at the submission and while jobs wait.
# only with XGBoost 1
$CLUSTERSIM validate waits tests/data/waits/history.txt.gz
