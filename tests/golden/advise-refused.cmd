# A script with several mistakes.
$CLUSTERSIM advise tests/fixtures/advise/bad/many.sbatch --system lumi
