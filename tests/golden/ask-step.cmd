# A question that is answered.
$CLUSTERSIM ask tests/fixtures/question/good/step.json
