# What calibrate --help says of applications.
$CLUSTERSIM calibrate accelerator --help
