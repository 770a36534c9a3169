# %% answer
nodes_fast = 12  # 42 / 12 = 3.5 h, with 10 % more 3.85 h: before the shadow time of 4 h
nodes_long = 8   # the extra nodes: 32 - 24
# %% change one thing
changed = cs.replay(queue[:4] + [job(5, 2, 6, 6)] + queue[5:], NODES, "easy")[1]
assert changed.start[2] == 6 * HOUR
