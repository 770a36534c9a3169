# %% answer
nodes, runs = 8, 6
# %% change one thing
base, changed = plan(4)[1], plan(4, reserve=0.3)[1]
# Both requests are rounded up.
assert abs(changed["request"] / base["request"] - 1.3 / 1.1) < 1 / base["request"] and changed["ends, days"] == base["ends, days"]
# %% after cell 6
assert 1.1 < table.request[16] / table.request[1] < 1.2 and 6 < table["ends, days"][1] / table["ends, days"][16] < 8
assert 0.8 < table["ends, days"][16] / table["ends, days"][8] < 1.1
# %% after cell 8
assert 0 <= four.request - 1.1 * four["upper end"] < 1
# %% after cell 10
assert nodes_chosen == 8 and numbers["at the latest"] < 4
