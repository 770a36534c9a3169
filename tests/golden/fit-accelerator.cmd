# FP8 products and streams of an H200 that its file was not fitted to.
$CLUSTERSIM fit accelerator workloads/measurements/kernels/azure_h200.csv --accelerator h200-sxm-141
