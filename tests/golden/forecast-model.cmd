# A stored model forecasts without being fitted again.
# only with XGBoost 1
$CLUSTERSIM fit waits tests/data/waits/history.txt.gz -o $SCRATCH/waits.json && $CLUSTERSIM forecast tests/conformance/snapshots/W05-4000.tar.gz --nodes 4 --time 60 --user p1 --account phys --samples 5 --by now+10minutes --no-alternatives --waits-model $SCRATCH/waits.json
