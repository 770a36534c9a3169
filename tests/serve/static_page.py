# SPDX-License-Identifier: Apache-2.0
"""A reader of the static edition in a real browser does what a reader of the server's page does, except for queues of his own.

static_page.py PROGRAM SITE FOLDER [TEST …] keeps screenshots in the folder.
"""
import os
import re
import subprocess
import sys
import unittest

import test_page
from test_page import Browser, Page, hostile_snapshot


class StaticPage(Page):
    program = None
    site = None

    @classmethod
    def setUpClass(cls):
        command = [cls.program, "serve", "--port", "0", "--static", cls.site]
        cls.server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=test_page.ROOT)
        cls.addClassCleanup(cls.stop)
        cls.address = re.search(r"http://127\.0\.0\.1:\d+/", cls.server.stdout.readline())[0]
        cls.browser = Browser()
        cls.browser.__enter__()
        cls.addClassCleanup(cls.browser.__exit__)

    def test_hostile_snapshot(self):
        """This edition reads no snapshots: it has no place for them, and one that is dropped is left where it is."""
        self.visit()
        self.answered()
        self.assertEqual(self.browser.value("document.querySelectorAll('input[type=file]').length"), 0)
        before = self.text()
        self.drop_snapshot(hostile_snapshot())
        self.assertEqual(self.text(), before)
        self.sound(1280)


def main(program, site, shots, tests=()):
    StaticPage.program, StaticPage.site, test_page.SHOTS = (os.path.abspath(path) for path in (program, site, shots))
    os.makedirs(shots, exist_ok=True)
    known = unittest.defaultTestLoader.getTestCaseNames(StaticPage)
    suite = unittest.TestSuite(StaticPage(name) for name in tests or known)
    return unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful()


if __name__ == "__main__":
    sys.exit(0 if main(*sys.argv[1:4], sys.argv[4:]) else 1)
