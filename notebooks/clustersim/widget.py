# SPDX-License-Identifier: Apache-2.0
"""Questions by menus and sliders in a notebook, with Debian's python3-ipywidgets.

    from clustersim.widget import run_widget, forecast_widget
    run_widget()                       # machine, application, nodes, steps, background load -> start, speed, cost
    forecast_widget("queue.tar.gz")    # nodes, time limit -> start in the queue of a real cluster

Both return a widget; show it as the last line of a cell. Its attribute `answer` is the answer that is shown, None before the first.
`ipywidgets` is imported only when a widget is made.
"""
import html

from . import commands, questions
from .errors import ClustersimError

CARD = "display:inline-block;margin:4px;padding:6px 12px;border:1px solid #8884;border-radius:6px;vertical-align:top"


def duration(seconds):
    """A time as people read it: "40 s", "25 min", "3.5 h", "2.1 d"."""
    for limit, divisor, unit, form in ((90, 1, "s", ".0f"), (5400, 60, "min", ".0f"), (129_600, 3600, "h", ".1f")):
        if seconds < limit:
            return f"{seconds / divisor:{form}} {unit}"
    return f"{seconds / 86_400:.1f} d"


def span(low, high):
    return f"{duration(low)} to {duration(high)}"


def cards(entries):
    """Titles with a value and a note each, as HTML."""
    return "".join(f'<div style="{CARD}"><small>{html.escape(title)}</small><br><b>{html.escape(value)}</b><br>'
                   f"<small>{html.escape(note)}</small></div>" for title, value, note in entries)


def run_cards(answer):
    """The cards of the only job of an answer of `run`."""
    run = answer["runs"][0]
    job, metrics = run["jobs"][0], run["jobs"][0]["metrics"]
    entries = []
    if metrics.get("wait_median_s") is not None:
        entries.append(("starts in", duration(metrics["wait_median_s"]), span(metrics["wait_p5_s"], metrics["wait_p95_s"])))
    if metrics.get("runtime_s") is not None:
        low, high = job.get("runtime_range_s") or (metrics["runtime_s"], metrics["runtime_s"])
        entries.append(("runs", duration(metrics["runtime_s"]), span(low, high)))
    if metrics.get("step_time_s") is not None:
        note = "" if metrics.get("mfu") is None else f"MFU {metrics['mfu']:.1%}"
        entries.append(("step", f"{metrics['step_time_s']:.3g} s", note))
    if metrics.get("billed") is not None:
        entries.append(("costs", f"{metrics['billed']:.4g} {job['units'].get('billed', '')}", run["partition"]))
    if metrics.get("memory_share") is not None:
        entries.append(("device memory", f"{metrics['memory_share']:.0%}", "" if metrics["memory_share"] <= 1 else "does not fit"))
    return entries


def forecast_cards(answer):
    """The cards of an answer of `forecast`: simulated and, if there is a past, learned."""
    if not answer["start"]:
        return [("starts", "cannot be foreseen", str(answer.get("no_start", "")))]
    entries = []
    for title, row in (("starts in", answer["start"]), ("by past waits", answer["learned"])):
        if row and row["median_s"] is not None:
            # A start after the last day that is simulated has no time.
            high = "later than the forecast" if row["high_s"] is None else duration(row["high_s"])
            entries.append((title, duration(row["median_s"]), f"{duration(row['low_s'])} to {high}"))
        elif row:
            entries.append((title, "later than the forecast", ""))
    return entries


def _widgets():
    try:
        import ipywidgets
    except ImportError as error:
        raise ImportError("widgets need ipywidgets (Debian's python3-ipywidgets)") from error
    return ipywidgets


def _asking(controls, ask, show):
    """A box with controls, a button and a place for cards. `ask(values)` gives an answer, `show(answer)` its cards."""
    widgets = _widgets()
    button = widgets.Button(description="Ask", button_style="primary")
    shown = widgets.HTML()
    box = widgets.VBox([*controls.values(), button, shown])
    box.controls, box.button, box.shown, box.answer = controls, button, shown, None

    def renew(_=None):
        button.disabled = True
        shown.value = "<i>asking …</i>"
        try:
            box.answer = ask({name: control.value for name, control in controls.items()})
            shown.value = cards(show(box.answer))
        except ClustersimError as error:
            box.answer = None
            shown.value = f"<pre>{html.escape(str(error))}</pre>"
        finally:
            button.disabled = False

    button.on_click(renew)
    box.renew = renew
    return box


def run_widget(replicates=5):
    """Start, speed and cost of a training job on a machine."""
    widgets = _widgets()
    machines = questions.systems_list()["systems"]
    applications = [one["name"] for one in questions.applications_list()["applications"]]
    with_gpus = {one["name"]: one["nodes"] for one in machines if one["gpus"]}
    controls = {
        "system": widgets.Dropdown(description="machine", options=list(with_gpus)),
        "application": widgets.Dropdown(description="application", options=applications),
        "nodes": widgets.IntSlider(description="nodes", value=2, min=1, max=64),
        "steps": widgets.BoundedIntText(description="steps", value=10_000, min=1, max=100_000_000),
    }
    controls["system"].observe(lambda change: setattr(controls["nodes"], "max", min(512, with_gpus[change["new"]])), names="value")

    def ask(given):
        job = {"application": given["application"], "nodes": given["nodes"], "steps": given["steps"]}
        scenario = {"schema": "clustersim/scenario/1", "title": f"{given['application']} on {given['nodes']} nodes of {given['system']}",
                    "system": given["system"], "jobs": {"train": job}}
        return commands.run(scenario, replicates=replicates)

    return _asking(controls, ask, run_cards)


def forecast_widget(archive, samples=100, **options):
    """When a job of some size starts in an archived queue. `options` are those of `clustersim.forecast`, such as user and partition."""
    widgets = _widgets()
    controls = {
        "nodes": widgets.IntSlider(description="nodes", value=1, min=1, max=64),
        "hours": widgets.FloatSlider(description="limit, h", value=4.0, min=0.5, max=72.0, step=0.5),
    }

    def ask(given):
        minutes = round(given["hours"] * 60)
        return commands.forecast(archive, nodes=given["nodes"], time=f"{minutes // 60}:{minutes % 60:02}:00", samples=samples, **options)

    return _asking(controls, ask, forecast_cards)
