# Beside the simulation, the range that trees learned from the past, and which of both to trust.
# only with XGBoost 1
$CLUSTERSIM forecast tests/conformance/snapshots/W05-4000.tar.gz --job 162 --samples 10 --by now+10minutes --no-alternatives --history tests/data/waits/history.txt.gz
