# What a chain of training jobs runs with, one value a row: QOS, batch, precision, and where each comes from.
$CLUSTERSIM -q run scenarios/planning/karolina-llama-7b-long-run.yaml --dry-run --format csv
