# Each mistake of a table of snapshots, with its place.
sed -e '3s/2021-05-01 12:00:00/noon/' -e '5s/[^,]*/2021-05-01 12:00/3' -e '7s/,.*//' tests/data/waits/noons.csv > $SCRATCH/noons.csv && $CLUSTERSIM validate waits $SCRATCH/noons.csv
