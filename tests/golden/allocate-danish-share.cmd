# A national share of a machine, with its rule on unused time.
$CLUSTERSIM --quiet allocate scenarios/projects/danish-share-of-lumi.yaml --format markdown
