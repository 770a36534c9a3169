# Codes that do not train: measured times, with interpolated node counts.
$CLUSTERSIM -q run scenarios/other-codes/gromacs-scaling.yaml --replicates 1 --no-results --detail
