# A deadline before the start.
$CLUSTERSIM --quiet allocate tests/fixtures/project/good/budget.yaml --set deadline=2027-01-31
