# %% answer
tp, zero = 4, 1  # 33.6 GB and 35,000 tokens/s; tp=2 needs 54.4 GB with zero=1 and is too slow with zero=2
# %% change one thing
changed = cs.plan("llama-7b", system="karolina", gpus=32, batch=512, top=5).frame
assert not changed.plan.str.contains(r"^tp=1,pp=1,.*zero=1").any() and (changed.memory_bytes < 43e9).all()
# %% after cell 6
for stage in (1, 2):
    for name in states.columns:
        assert abs(found[stage][f"memory_bytes.{name}"] / GB / states.loc[f"ZeRO {stage}", name] - 1) < 0.01
# %% after cell 8
assert ways["tokens/s"].idxmax() == "tp 1, zero 1" and ways["memory, GB"].idxmin() == "tp 4, zero 1"
# %% after cell 10
assert abs(plans.frame.tokens_per_s[0] / ways["tokens/s"].max() - 1) < 0.1
