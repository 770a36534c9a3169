# Waits cannot be learned from too few jobs, nor from a log without dates.
zcat tests/data/waits/history.txt.gz | head -100 > $SCRATCH/short.txt; $CLUSTERSIM fit waits $SCRATCH/short.txt; printf '%s\n' '1 0 5 60 4 -1 -1 4 60 -1 1 1 1 -1 1 -1 -1 -1' > $SCRATCH/log.swf; $CLUSTERSIM fit waits $SCRATCH/log.swf
