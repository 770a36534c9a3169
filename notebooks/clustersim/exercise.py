# SPDX-License-Identifier: Apache-2.0
"""Exercises of the notebooks that grade themselves."""


class NotSolved(AssertionError):
    """An exercise is not solved yet: `faults` says what is wrong, `hint` what to think of."""

    def __init__(self, faults, hint):
        self.faults, self.hint = list(faults), hint
        super().__init__("\n".join(["Not solved yet:", *(f"  - {fault}" for fault in self.faults), f"Hint: {hint}"]))

    def _render_traceback_(self):
        """What IPython shows: the message alone, because the fault is in the answer and not in the code."""
        return str(self).split("\n")


def grade(faults, hint, learned):
    """Passes or fails an exercise: `faults` says for each possible fault whether the answer has it.

    Prints what was learned if there is none. Raises NotSolved with all faults of the answer and the hint otherwise."""
    found = [fault for fault, present in faults.items() if present]
    if found:
        raise NotSolved(found, hint)
    print("Solved. " + learned)
