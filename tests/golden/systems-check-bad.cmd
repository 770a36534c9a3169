# Problems of several files, each with its place; the good file among them is still said to be good.
"$CLUSTERSIM" systems check tests/fixtures/system/bad/unknown-key.yaml tests/fixtures/system/meaning/nic-list-too-short.yaml tests/fixtures/system/good/minimal.yaml tests/fixtures/system/meaning/borrowed-source.yaml
