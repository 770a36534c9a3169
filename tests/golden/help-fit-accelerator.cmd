# What fit accelerator --help says.
$CLUSTERSIM fit accelerator --help
