# Every problem of a question at once: an unknown key, a doubled one, wrong types, values out of range, keys that are missing or exclude each other.
$CLUSTERSIM ask tests/fixtures/question/bad/several.json
