# The proof of scaling for a large partition, in the words of an application.
$CLUSTERSIM --quiet allocate tests/fixtures/access/proof-of-scaling.yaml --format markdown
