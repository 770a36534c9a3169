# A nextflow.config, in which the first partition that a task fits into is chosen.
"$CLUSTERSIM" systems show lumi --for nextflow
