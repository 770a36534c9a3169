# Files of two stages against quotas, and the request in billing units.
$CLUSTERSIM --quiet allocate tests/fixtures/project/good/storage.yaml --width 120
