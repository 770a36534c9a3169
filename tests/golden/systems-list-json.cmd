# Of a folder with two of the shipped machines, so that one more does not change this text.
mkdir "$SCRATCH/systems" && cp -r systems/leonardo.yaml systems/lumi.yaml systems/accelerators systems/communication systems/links "$SCRATCH/systems" && "$CLUSTERSIM" --data "$SCRATCH" systems list --format json
