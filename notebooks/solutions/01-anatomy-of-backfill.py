# %% answer
nodes_fast = 12  # 42 / 12 = 3.5 h, with 10 % more 3.85 h: before the shadow time of 4 h
nodes_long = 8   # the extra nodes: 32 - 24
# %% change one thing
changed = cs.replay(queue[:4] + [job(5, 2, 6, 6)] + queue[5:], NODES, "easy")[1]
assert changed.start[2] == 6 * HOUR
# %% after cell 8
assert starts.easy["brief"] == 0 and starts.easy["narrow"] == 0 and starts.easy["wide"] == 4
assert starts.easy["second"] == 8 and starts.conservative["second"] == 6 and starts.easy["padded"] == 9
assert honest.start.iloc[-1] == 3 * HOUR
# %% after cell 10
assert all(easy_starts(nodes, walltime_h) == (nodes <= free_now and (walltime_h <= shadow_h or nodes <= extra))
           for nodes in range(2, 17, 2) for walltime_h in (2, 4, 6, 8))
