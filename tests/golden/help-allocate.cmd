# What allocate --help says.
$CLUSTERSIM allocate --help
