# %% answer
tp, zero = 4, 1  # 39.7 GB and 35,000 tokens/s; tp=2 with zero=2 fits, too, but is slower
# %% change one thing
changed = cs.plan("llama-7b", system="karolina", gpus=32, batch=512, top=5).frame
assert not changed.plan.str.startswith("tp=1,pp=1,").any() and (changed.memory_bytes < 43e9).all()
