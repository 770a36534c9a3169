# One point carries no parameter, and is told what would be enough.
$CLUSTERSIM fit pilot gpt-857m tests/data/pilot/one-point.csv --system lumi
