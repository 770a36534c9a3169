# %% answer
tp, zero = 4, 1  # 33.6 GB and 35,000 tokens/s; tp=2 needs 54.4 GB with zero=1 and is too slow with zero=2
# %% change one thing
changed = cs.plan("llama-7b", system="karolina", gpus=32, batch=512, top=5).frame
assert not changed.plan.str.startswith("tp=1,pp=1,").any() and (changed.memory_bytes < 43e9).all()
