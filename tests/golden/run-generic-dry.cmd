# Where the time of a step comes from: measured elsewhere, with a warning.
$CLUSTERSIM run scenarios/other-codes/gromacs-scaling.yaml --dry-run --set system=mahti --set partition=medium --set 'sweep=~' --set jobs.md.nodes=4
