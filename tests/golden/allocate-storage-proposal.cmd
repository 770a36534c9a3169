# The storage paragraph of a proposal, and what has to be settled.
$CLUSTERSIM --quiet allocate tests/fixtures/project/good/storage.yaml --set systems=[mahti] --format markdown
