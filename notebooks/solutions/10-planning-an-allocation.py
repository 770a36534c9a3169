# %% answer
nodes, runs = 8, 6
# %% change one thing
base, changed = plan(4)[1], plan(4, reserve=0.3)[1]
assert abs(changed["request"] / base["request"] - 1.3 / 1.1) < 1e-6 and changed["ends, days"] == base["ends, days"]
