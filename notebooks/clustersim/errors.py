# SPDX-License-Identifier: Apache-2.0
"""What the program refuses, as exceptions that name each place."""
import dataclasses
import json


@dataclasses.dataclass(frozen=True)
class Problem:
    """One message of the program: where it is, what is wrong, what was expected."""

    severity: str
    code: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    expected: str = ""
    help: str = ""

    def __str__(self):
        at = f":{self.line}:{self.column}" if self.line else ""
        place = f"{self.file}{at}: " if self.file else ""
        more = "".join(f"\n  {name}: {text}" for name, text in (("expected", self.expected), ("help", self.help)) if text)
        return f"{place}{self.severity}[{self.code}]: {self.message}{more}"


class ClustersimError(RuntimeError):
    """The program ended with an error. `exit_code` is the program's, `problems` has every Problem that it named."""

    def __init__(self, exit_code, problems, words):
        self.exit_code, self.problems = exit_code, problems
        super().__init__("\n".join(map(str, problems)) or words.strip() or f"clustersim ended with exit code {exit_code}")


class UsageError(ClustersimError):
    """An option or a command that does not exist (exit code 2)."""


class InputError(ClustersimError):
    """A scenario, a machine or data with errors (exit code 3)."""


class ImpossibleError(ClustersimError):
    """A valid request that the machine cannot meet (exit code 4)."""


class InternalError(ClustersimError):
    """A fault of the program itself (exit code 70)."""


BY_EXIT_CODE = {2: UsageError, 3: InputError, 4: ImpossibleError, 70: InternalError}


def error_of(exit_code, stderr):
    """The exception for what the program said with --message-format json; texts that are no JSON are kept as they are."""
    try:
        said = json.loads(stderr[stderr.index("{"):])["diagnostics"]
    except (ValueError, KeyError, TypeError):
        said = []
    return error_with(exit_code, said, stderr)


def error_with(exit_code, diagnostics, words):
    """The exception with these problems, as in clustersim/diagnostics/1; with these words if there are none."""
    names = [field.name for field in dataclasses.fields(Problem)]
    problems = [Problem(**{name: one[name] for name in names if name in one}) for one in diagnostics]
    return BY_EXIT_CODE.get(exit_code, ClustersimError)(exit_code, problems, words)
