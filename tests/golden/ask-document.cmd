# A problem of a document is told where it stands in the question.
$CLUSTERSIM ask tests/fixtures/question/bad/document.json
