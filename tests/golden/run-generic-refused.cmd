# Nodes and node counts without measurements.
$CLUSTERSIM run scenarios/other-codes/gromacs-scaling.yaml --dry-run --set jobs.md.application=gromacs-benchpep-h --set 'jobs.md.steps=~' --set jobs.md.epochs=2 --set 'jobs.md.training.tensor=2'
