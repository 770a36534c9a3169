# What is missing in the archive of a site without accounting.
$CLUSTERSIM forecast tests/conformance/snapshots/W06-8000.tar.gz --job 125 --samples 5 --no-alternatives
