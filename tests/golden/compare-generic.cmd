# The same stencil on CPU and GPU nodes of two machines.
$CLUSTERSIM -q compare scenarios/other-codes/stencil-cpu-gpu.yaml --set partition=standard-g --set 'sweep=~' --set jobs.jacobi.nodes=8 --systems lumi,leonardo,mahti --replicates 1
