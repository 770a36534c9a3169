# A job script with a run time, on a machine with QOS and a type of GPUs that leads to its partition.
$CLUSTERSIM advise tests/fixtures/advise/good/alex-array.sbatch --system alex --replicates 2 --runtime '20 min'
