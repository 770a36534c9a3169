# %% answer
def easy(view):
    started = fcfs(view)
    free = view.free - sum(job.nodes for job in started)
    rest = view.waiting[len(started):]
    if not rest:
        return started
    head, at_shadow, shadow = rest[0], free, view.now
    for end, nodes in sorted(view.running + [(view.now + job.walltime, job.nodes) for job in started]):
        if at_shadow >= head.nodes and end > shadow:
            break
        at_shadow, shadow = at_shadow + nodes, end
    extra = at_shadow - head.nodes
    for job in rest[1:]:
        ends_in_time = view.now + job.walltime <= shadow
        if job.nodes <= free and (ends_in_time or job.nodes <= extra):
            free -= job.nodes
            extra -= 0 if ends_in_time else job.nodes
            started.append(job)
    return started
# %% change one thing
def largest_first(view):
    free, started = view.free, []
    for job in sorted(view.waiting, key=lambda job: (-job.nodes, job.id)):
        if job.nodes <= free:
            free -= job.nodes
            started.append(job)
    return started


changed = waits_h(simulate(jobs, NODES, largest_first))
assert 0.3 < changed.max() / waits["shortest first"].max() < 0.4 and changed.max() > waits.easy.max()
assert waits.easy[wide].mean() < changed[wide].mean() < waits["shortest first"][wide].mean()
# %% after cell 6
assert (mine == references["fcfs"]).all()
# %% after cell 8
assert (waits["shortest first"] == 0).mean() > 0.9 and 4.5 < waits["shortest first"].max() / waits.easy.max() < 5.5
assert 2.8 < waits["shortest first"][wide].mean() / waits.easy[wide].mean() < 3.3
