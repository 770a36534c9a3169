# SPDX-License-Identifier: Apache-2.0
"""A page with every kind of chart and names that try to break it, put into the shell as the program does."""
import json
import os
import random

SHELL = os.path.join(os.path.dirname(__file__), "..", "..", "sim", "report", "web", "shell.html")
HOSTILE = ["</script><script>window.broken=1</script>", "<!-- x", "<img src=x onerror=window.broken=1>", "\u001b[31mred\u001b[0m",
           "line\u2028break", "\u202ereversed", "=HYPERLINK(\"x\")", "Łódź 東京 🚀", "{a|b} {b} ${c}", "__proto__", "n" * 300]


def gantt(jobs, users, seed=1):
    """A queue on 4,096 nodes that is mostly full; first come, first served by packing."""
    rolls = random.Random(seed)
    start, columns = 0, {"id": [], "start": [], "wait": [], "run": [], "size": [], "user": []}
    for i in range(jobs):
        step = rolls.choice((0, 1, 5, 20, 60))
        start += step
        columns["id"].append(1 if i else 1000)
        columns["start"].append(step)
        columns["wait"].append(int(rolls.expovariate(1 / 7200)))
        columns["run"].append(int(rolls.expovariate(1 / 3600)) + 30)
        columns["size"].append(min(2048, int(rolls.paretovariate(0.9))))
        columns["user"].append(rolls.randrange(len(users)))
    return {"type": "gantt", "title": "Queue", "unit": "nodes", "from": 0, "to": start + 7200, "recorded": start + 3600, "users": users,
            "lanes": [{"name": "gpu", "capacity": 4096}, {"name": HOSTILE[0], "capacity": 0}],
            "jobs": dict(columns, lane=[i % 10 == 0 and 1 or 0 for i in range(jobs)]),
            "own": [{"name": HOSTILE[3], "submit": start // 3, "start": start // 2, "end": start},
                    {"name": "never", "submit": start // 3, "start": None, "end": None}]}


def wait(name, reasons):
    """A job whose priority grows by age for ten hours."""
    bands = [{"from": 3600 * i, "to": 3600 * (i + 1), "reason": reasons[i % len(reasons)]} for i in range(10)]
    parts = [{"name": "fair share", "values": [1000 - 3 * i for i in range(120)]}, {"name": HOSTILE[4], "values": [5 * i for i in range(120)]}]
    return {"type": "wait", "title": "Priority of " + name, "wait": 36000, "times": [0] + [300] * 119,
            "priority": [1000 + 2 * i for i in range(120)], "parts": parts, "bands": bands}


def fabric(name):
    """A dragonfly of six groups with hostile names, and traffic between four of them."""
    groups = [{"name": HOSTILE[g], "nodes": 64, "own": 20 if g < 3 else 0,
               "leaves": [[f"{HOSTILE[g]}/{leaf}", 4, (leaf % 3) * 2 if g < 3 else 0] for leaf in range(16)]} for g in range(6)]
    between = [{"from": a, "to": b, "links": 4, "messages": 9, "busiest": load} for a, b, load in ((0, 1, 1), (1, 3, 0.4), (3, 2, 0.4), (2, 0, 0.7))]
    between.append({"from": 2, "to": None, "links": 1, "messages": 1, "busiest": 0.1})
    links = [{"from": HOSTILE[0], "to": HOSTILE[3], "level": "global", "messages": 9, "capacity": 2.5e10, "share": 1}]
    return {"type": "fabric", "title": name, "note": HOSTILE[2], "groups": groups, "between": between, "links": links}


def page(jobs=2000):
    nodes = [1, 2, 4, 8, 16]
    curve = {"name": HOSTILE[0], "x": nodes, "y": [5, 4, 3, 2.5, 2], "low": [4, 3, 2, 2, 1], "high": [6, 5, None, 3, 3]}
    times = {"title": "time", "unit": "s", "zero": True}
    return {
        "schema": "clustersim/report/1", "kind": "run", "version": "0", "title": HOSTILE[0] + HOSTILE[3], "complete": False,
        "lead": HOSTILE, "cards": [{"title": name, "value": name, "note": name} for name in HOSTILE[:4]],
        "sections": [
            {"title": "Answers", "items": [
                {"type": "text", "text": HOSTILE[1]},
                {"type": "table", "title": HOSTILE[2], "columns": [{"title": name, "right": i > 0} for i, name in enumerate(HOSTILE)],
                 "rows": [HOSTILE, HOSTILE[::-1]]}]},
            {"title": "Queue", "items": [
                gantt(jobs, HOSTILE),
                {"type": "steps", "title": "Use", "times": [0] + [60] * 999,
                 "series": [{"name": "busy", "unit": "nodes", "most": 100, "values": [i % 100 for i in range(1000)]},
                            {"name": HOSTILE[8], "unit": "jobs", "most": None, "values": [i % 7 for i in range(1000)]}]}]},
            {"title": "Priority", "items": [
                {"type": "choice", "label": "job", "names": [HOSTILE[0], "b"], "items": [[wait(HOSTILE[0], HOSTILE[:3])], [wait("b", ["Priority"])]]}]},
            {"title": "Fabric", "items": [
                {"type": "choice", "label": "job", "names": [HOSTILE[0]], "items": [[fabric(HOSTILE[0])]]}]},
            {"title": "Roofline", "items": [
                {"type": "roofline", "title": "Roofline", "ceilings": [
                    {"name": "memory bandwidth", "x": [0.5, 100], "y": [1e12, 2e14]}, {"name": HOSTILE[0], "x": [100, 400], "y": [2e14, 2e14]}],
                 "points": [{"name": HOSTILE[i], "intensity": 2.0 ** i if i < 8 else None, "rate": 1.5e12 * 2 ** i if i < 8 else None,
                             "bandwidth": 1e12, "time": 0.01, "share": 0.1} for i in range(10)]}]},
            {"title": "Charts", "items": [
                {"type": "lines", "title": "Scaling", "x": {"title": "nodes", "unit": "", "log": True, "base": 2}, "y": times,
                 "series": [curve, {"name": "one", "x": nodes, "y": [1, None, 3, 4, 5]}]},
                {"type": "lines", "title": "Distribution", "x": times, "y": {"title": "share", "unit": "share", "zero": True},
                 "series": [{"name": "all", "x": list(range(101)), "y": [i / 100 for i in range(101)], "step": True}]},
                {"type": "bars", "title": "Parts", "unit": "s", "by": "job", "categories": HOSTILE, "stacked": True,
                 "series": [{"name": f"part {i}", "values": [i + 1] * len(HOSTILE)} for i in range(10)]},
                {"type": "bars", "title": "Wait + run", "unit": "s", "by": "job", "categories": HOSTILE[:3], "stacked": True, "numbers": True,
                 "low": [3600, 0, None], "high": [90000, 9000, None], "limits": {"name": HOSTILE[4], "values": [100000, None, 5000]},
                 "series": [{"name": "wait", "values": [7200, 0, 60]}, {"name": "run", "values": [36000, 3600, 3600]}]},
                {"type": "bars", "title": "Cost", "unit": "J", "by": "job", "categories": ["a", "b"], "stacked": False,
                 "series": [{"name": "energy", "values": [3.6e8, None], "low": [3e8, None], "high": [4e8, None]}]},
                {"type": "bars", "title": "Differences", "unit": "s", "by": "job", "categories": ["a", "b", HOSTILE[3]], "stacked": False,
                 "series": [{"name": "difference", "values": [-90, 600, None], "low": [-4000, -20, None], "high": [3000, 1300, None]}]},
                {"type": "boxes", "title": "Waits", "unit": "s", "by": "job",
                 "boxes": [{"name": HOSTILE[2], "count": 5, "never": 1, "at": [0, 60, 90, 400, 7000], "samples": [0, 60, 90, 400, 7000]},
                           {"name": "never", "count": 0, "never": 3, "samples": []},
                           {"name": "many", "count": 5000, "never": 0, "at": [0, 60, 90, 400, 7000]}]}]}],
        "terms": [["terms", HOSTILE[0]]], "inputs": [{"name": HOSTILE[0], "text": "\n".join(HOSTILE)}],
        "sources": [{"name": HOSTILE[1], "text": HOSTILE[2]}]}


def write(path, document):
    with open(SHELL, encoding="utf-8") as stream:
        shell = stream.read()
    data = json.dumps(document, ensure_ascii=False).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(shell.replace("<!--data-->", data))
