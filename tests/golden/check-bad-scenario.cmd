# Every mistake of a scenario at once, each with its place and its remedy.
$CLUSTERSIM check tests/golden/input/bad-scenario.yaml
