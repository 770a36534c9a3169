# The partition table of Snakemake's Slurm executor; what is not for production is a comment.
"$CLUSTERSIM" systems show leonardo --for snakemake
