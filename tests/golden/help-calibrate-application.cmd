# What calibrate --help says of applications.
$CLUSTERSIM calibrate application --help
