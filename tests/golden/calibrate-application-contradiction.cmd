# Measurements that contradict each other carry no parameter.
$CLUSTERSIM calibrate application gpt-857m tests/data/pilot/contradiction.csv --system lumi --scaling strong
