# Staging and loading: the same images four ways, and where each is held up.
$CLUSTERSIM -q run scenarios/planning/berzelius-images-from-disk.yaml --no-results --detail
