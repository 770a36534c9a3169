# What import queue --help says.
$CLUSTERSIM import queue --help
