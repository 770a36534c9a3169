# %% answer
nodes = 8   # 431 GPU-hours; 16 nodes cost 451
price = 19  # 1 / 0.84 - 1
# %% change one thing
changed = study("leonardo-gpt-857m-strong", **{"jobs.train.training.global-batch": 2048}).frame
assert changed.efficiency.iloc[-1] > 0.94
