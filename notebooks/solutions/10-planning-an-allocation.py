# %% answer
nodes, runs = 8, 6
# %% change one thing
base, changed = plan(4)[1], plan(4, reserve=0.3)[1]
# Both requests are rounded up.
assert abs(changed["request"] / base["request"] - 1.3 / 1.1) < 1 / base["request"] and changed["ends, days"] == base["ends, days"]
