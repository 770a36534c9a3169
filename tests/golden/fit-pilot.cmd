# A pilot of five points, carried on to 32 nodes.
$CLUSTERSIM fit pilot gpt-857m tests/data/pilot/gpt-857m-lumi.csv --system lumi --scaling strong --nodes 32
