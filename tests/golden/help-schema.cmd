# The schema of a question: types, choices, ranges, defaults, and what excludes what.
$CLUSTERSIM help --schema step
