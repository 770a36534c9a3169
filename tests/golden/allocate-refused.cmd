# A project above its budget is refused; the table says how many runs would fit.
$CLUSTERSIM --quiet allocate tests/fixtures/project/good/budget.yaml --set budget={node-hours:\ 1} --set deadline=2027-02-02 --width 200
