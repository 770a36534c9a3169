# SPDX-License-Identifier: Apache-2.0
"""As much of ReFrame as the checks of docs/integrations/reframe use, for tests without it: the names that it puts into the bodies
of classes, and a life of a test from init to performance."""
tests = []


def _marked(mark):
    def mark_it(function):
        function.mark = mark
        return function
    return mark_it


class _Body(dict):
    """What the body of a test class sees."""

    def __init__(self):
        super().__init__(parameter=lambda values: ("parameter", values), run_after=lambda stage: _marked(("after", stage)),
                         run_before=lambda stage: _marked(("before", stage)), sanity_function=_marked(("sanity",)),
                         performance_function=lambda unit: _marked(("performance", unit)))


class _Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases):
        return _Body()


class RunOnlyRegressionTest(metaclass=_Meta):
    def functions(self, *mark):
        return [function for function in vars(type(self)).values() if getattr(function, "mark", ())[:len(mark)] == mark]

    def judge(self, output, **parameters):
        """Runs the test with this output; returns {variable: (measured, reference, passed)}, or None if it is not sane."""
        for name, value in parameters.items():
            setattr(self, name, value)
        self.stdout = output
        for function in self.functions("after", "init") + self.functions("before", "performance"):
            function(self)
        if not all(function(self) for function in self.functions("sanity")):
            return None
        results = {}
        for function in self.functions("performance"):
            value, low, high, unit = self.reference["*"][function.__name__]
            assert unit == function.mark[1] and -1 <= low <= 0 <= high
            measured = function(self)
            results[function.__name__] = (measured, value, value * (1 + low) <= measured <= value * (1 + high))
        return results


def simple_test(test):
    tests.append(test)
    return test
