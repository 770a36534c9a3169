# Every mistake of a policy, at its place.
$CLUSTERSIM check tests/golden/input/policy-mistakes.yaml
