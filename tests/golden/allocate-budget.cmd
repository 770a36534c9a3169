# A project on two empty machines, within a budget and before a deadline.
$CLUSTERSIM --quiet allocate tests/fixtures/project/good/budget.yaml
