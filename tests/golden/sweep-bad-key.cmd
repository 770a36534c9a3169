# Unknown keys in a sweep.
$CLUSTERSIM sweep tests/golden/input/sweep.yaml -o /tmp/never.sqlite --set "sweep={jobs.trian.nodes: [1, 2], backgroud.load: [0.5]}"
