# A file that is of no set's layout.
$CLUSTERSIM validate --measured tests/data/pilot/one-point.csv
