# A text that is no JSON is an invalid input, as any other file.
$CLUSTERSIM ask tests/fixtures/question/bad/no-json.json
