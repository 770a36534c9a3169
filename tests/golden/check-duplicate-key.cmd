# A key that stands twice stops the reading: either value might be meant.
$CLUSTERSIM check tests/golden/input/duplicate-key.yaml
