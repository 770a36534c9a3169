# SPDX-License-Identifier: Apache-2.0
"""Every simulation ends: requests that can never start, and horizons and samples beyond reason."""
import os
import unittest

from program import ROOT, CommandCase, run

SNAPSHOTS = os.path.join(ROOT, "tests", "conformance", "snapshots")
SITE = os.path.join(ROOT, "tests", "data", "policy", "site.yaml")


class Forecasts(CommandCase):
    def test_a_new_job_beyond_a_limit_is_refused_at_once_with_the_limit(self):
        now = os.path.join(SNAPSHOTS, "W10-9000.tar.gz")
        done = self.fail_with(4, "-q", "forecast", now, "--nodes", 64, "--time", "7-0", timeout=60)
        self.assertIn("the job can never start: PartitionTimeLimit: it asks for 7-00:00:00", done.stderr)
        self.assertIn("allows 1-00:00:00", done.stderr)

    def test_samples_and_horizon_are_limited(self):
        now = os.path.join(SNAPSHOTS, "W05-4000.tar.gz")
        for option, values in {"--samples": (0, 10001, 2147483647, 9223372036854775807),
                               "--horizon": (0, 3651, 106751991167300, 4611686018427387904)}.items():
            for value in values:
                with self.subTest(option=option, value=value):
                    done = self.fail_with(2, "-q", "forecast", now, "--job", 162, "--no-alternatives", option, value)
                    self.assertIn("is not a whole number from 1 to", done.stderr)
        self.succeed("-q", "forecast", now, "--job", 162, "--no-alternatives", "--samples", 2, "--horizon", 3650)


class Maintenance(CommandCase):
    def replay(self, jobs, maintenance, timeout=60):
        with open(os.path.join(self.folder, "jobs.csv"), "w") as file:
            file.write("submit_s,runtime_s,timelimit_s,ntasks,user\n" + jobs)
        return run("-q", "replay", "jobs.csv", "--site", SITE, "--set", f"maintenance={{m: {{{maintenance}}}}}", cwd=self.folder,
                   timeout=timeout)

    def test_a_job_starts_after_the_last_maintenance_whenever_that_ends(self):
        for seconds in (93600, 93601, 93610, 93615):  # the end lies anywhere between two looks of slurmctld
            with self.subTest(seconds=seconds):
                done = self.replay("0,4000,16060,32,bob\n", f"start: 1 h, duration: {seconds} s")
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_job_beyond_a_limit_does_not_wait_for_two_hundred_years_of_maintenance(self):
        done = self.replay("0,60,600,4,bob\n10,60,360000,4,bob\n", "start: 1 d, duration: 2 h, every: week", timeout=20)
        self.assertRegex(done.stdout, r"(?m)^PENDING +1$")


if __name__ == "__main__":
    unittest.main()
