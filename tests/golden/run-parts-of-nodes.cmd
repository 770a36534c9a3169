# Cost and energy of the same hour with different parts of a node.
$CLUSTERSIM -q run tests/golden/input/parts-of-nodes.yaml --no-results --detail
