# Measurements that contradict each other carry no parameter.
$CLUSTERSIM fit pilot gpt-857m tests/data/pilot/contradiction.csv --system lumi --scaling strong
