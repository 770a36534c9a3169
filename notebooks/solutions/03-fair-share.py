# %% answer
half_life = "0-5"
# %% change one thing
more = [{**one, "shares": 3} if one.get("user") == "ann" else one for one in SITE["associations"]]
changed = cs.replay(jobs, site={**SITE, "associations": more}, settings={"PriorityDecayHalfLife": "2-0"})[1]
assert abs(alone_h(changed) - 10.7) < 0.6
# %% after cell 7
assert all(abs(one - predicted_h(hours)) < 0.6 for one, hours in zip(simulated, half_lives_h))
