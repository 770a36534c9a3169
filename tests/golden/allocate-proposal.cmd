# The compute section of a proposal, in LaTeX.
$CLUSTERSIM --quiet allocate tests/fixtures/project/good/budget.yaml --set systems=[karolina] --format latex
