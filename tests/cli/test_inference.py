# SPDX-License-Identifier: Apache-2.0
"""Serving of language models: formats of weights, limits on latencies, prompts and generation on GPUs of their own."""
import json
import os
import subprocess
import unittest

PROGRAM = os.path.abspath(os.environ["CLUSTERSIM"])


def run(*words):
    return subprocess.run([PROGRAM, "inference", *words], capture_output=True, text=True, timeout=120)


def answer(*words):
    done = run(*words, "--format", "json")
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


class Weights(unittest.TestCase):
    def test_a_mixture_in_four_bits_fits_on_a_device_that_has_no_units_for_them(self):
        wide = run("gpt-oss-120b", "--system", "marenostrum5", "--gpus", "2")
        self.assertEqual(wide.returncode, 4)
        done = run("gpt-oss-120b", "--system", "marenostrum5", "--gpus", "2", "--weights", "mxfp4")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("does not multiply mxfp4: the weights are converted to bf16", done.stderr)

    def test_an_unknown_format_names_the_nearest(self):
        done = run("llama-7b", "--system", "leonardo", "--weights", "mxfp5")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("mxfp4", done.stderr)

    def test_weights_in_16_bits_are_not_multiplied_in_fp8(self):
        done = run("llama-7b", "--system", "jupiter", "--weights", "bf16", "--precision", "fp8")
        self.assertIn("weights in bf16 cannot be multiplied in fp8", done.stderr)

    def test_one_request_reads_weights_of_few_bits_faster(self):
        wide, narrow = (answer("llama-7b", "--system", "leonardo", *more)["points"][0]["between_tokens_s"] for more in ((), ("--weights", "awq")))
        self.assertLess(narrow, 0.6 * wide)

    def test_a_precision_without_units_is_refused(self):
        done = run("llama-7b", "--system", "leonardo", "--precision", "fp8")
        self.assertEqual(done.returncode, 4)
        self.assertIn("no matrix unit for fp8", done.stderr)


class Levels(unittest.TestCase):
    SITE = ("llama3-8b", "--system", "leonardo")

    def test_the_fewest_gpus_meet_the_limits_that_they_are_asked_for(self):
        found = answer(*self.SITE, "--for", "ttft<1s,tpot<50ms", "--rate", "20")
        best = found["best"]
        self.assertGreater(best["gpus"], 1)
        self.assertLessEqual(best["first_token_p95_s"], 1.0)
        self.assertLessEqual(best["between_tokens_p95_s"], 0.05)
        self.assertLessEqual(best["gpus_low"], best["gpus"])
        self.assertEqual(best["gpus"], min(one["gpus"] for one in found["choices"] if one["meets"]))

    def test_another_seed_is_within_the_range_of_sampled_arrivals(self):
        site = ("gpt-oss-120b", "--system", "leonardo", "--weights", "mxfp4", "--tensor", "2", "--for", "ttft<1s,tpot<50ms", "--rate", "5")
        found = [answer(*site, "--seed", str(seed))["best"] for seed in (1, 2, 3, 4)]
        self.assertEqual({one["gpus"] for one in found}, {4})
        rates = [one["rate_of_replica_per_s"] for one in found]
        for one in found:
            self.assertLessEqual(one["rate_of_replica_sampled_low_per_s"], min(rates))
            self.assertGreaterEqual(one["rate_of_replica_sampled_high_per_s"] * 1.02, max(rates))
            self.assertLessEqual(one["rate_of_replica_low_per_s"], one["rate_of_replica_sampled_low_per_s"])
        self.assertEqual(found[0], answer(*site, "--seed", "1")["best"])

    def test_limits_that_no_number_meets_tell_what_can_be_reached(self):
        done = run(*self.SITE, "--for", "tpot<10us", "--rate", "1")
        self.assertEqual(done.returncode, 4)
        self.assertIn("no number of GPUs of leonardo meets tpot<10us", done.stderr)
        self.assertIn("between tokens", done.stderr)

    def test_every_unreadable_limit_is_named(self):
        done = run(*self.SITE, "--for", "ttft<1,latency<1s,tpot", "--rate", "1")
        self.assertNotEqual(done.returncode, 0)
        for part in ("ttft<1", "latency", "tpot"):
            self.assertIn(f'"{part}', done.stderr)

    def test_limits_need_one_rate(self):
        self.assertIn("--for needs a rate", run(*self.SITE, "--for", "ttft<1s").stderr)
        self.assertIn("--for needs one rate, not several", run(*self.SITE, "--for", "ttft<1s", "--rate", "1,5").stderr)

    def test_a_latency_has_one_limit_and_some_limit_is_needed(self):
        self.assertIn("has a limit already", run(*self.SITE, "--for", "tpot<1s,itl<2s", "--rate", "1").stderr)
        self.assertIn("no limit", run(*self.SITE, "--for", "", "--rate", "1").stderr)

    def test_a_model_that_fits_in_no_node_is_divided_over_several(self):
        found = answer("llama3.1-405b", "--system", "jupiter", "--weights", "fp8", "--for", "ttft<10s", "--rate", "1")
        self.assertEqual([one["tensor"] for one in found["choices"]], [8])
        self.assertGreaterEqual(found["best"]["gpus"], 8)


class Split(unittest.TestCase):
    def test_prompts_and_tokens_have_gpus_of_their_own(self):
        found = answer("llama3-8b", "--system", "leonardo", "--prefill-gpus", "2", "--decode-gpus", "4", "--tensor", "2",
                       "--concurrency", "16")
        self.assertEqual((found["prefill_replicas"], found["decode_replicas"]), (1, 2))
        self.assertGreater(found["transfer_s"], 0.0)
        self.assertGreater(found["points"][0]["tokens_per_s"], 0.0)

    SITE = ("llama3-8b", "--system", "leonardo", "--prefill-gpus", "1", "--decode-gpus", "1")

    def test_the_answer_has_ranges_cost_and_memory(self):
        found = answer(*self.SITE, "--concurrency", "8")
        point = found["points"][0]
        for latency in (point["first_token_s"], point["between_tokens_s"]):
            for name in ("mean", "p50", "p95"):
                self.assertLess(latency[name + "_low"], latency[name])
                self.assertGreater(latency[name + "_high"], latency[name])
        self.assertEqual(found["gpus"], 2)
        self.assertAlmostEqual(point["gpu_hours_per_million_tokens"], 1e6 / point["tokens_per_s"] * 2 / 3600)
        self.assertGreater(point["energy_per_token_J"], 0.0)
        self.assertLessEqual(found["weights_B"] + found["cache_B"] + found["working_B"], found["usable_B"])
        self.assertIn("weights 16.1 GB", run(*self.SITE, "--concurrency", "8").stdout)

    def test_a_rate_that_only_fast_kernels_sustain_has_no_slow_end(self):
        found = answer(*self.SITE, "--rate", "4,1000", "--output", "2048")
        self.assertFalse(found["points"][1]["sustained"])
        self.assertIsNone(found["points"][1]["first_token_s"]["p95"])
        rows = run(*self.SITE, "--rate", "4,1000", "--format", "csv").stdout.splitlines()
        self.assertEqual(len(rows), 3)
        self.assertIn("first_token_s_p95_high", rows[0].split(","))
        self.assertEqual(len(rows[1].split(",")), len(rows[0].split(",")))

    def test_both_kinds_need_gpus(self):
        done = run("llama3-8b", "--system", "leonardo", "--prefill-gpus", "2", "--concurrency", "4")
        self.assertIn("prompts and generation both need GPUs", done.stderr)
        self.assertNotEqual(run("llama3-8b", "--system", "leonardo", "--prefill-gpus", "0", "--decode-gpus", "1", "--rate", "1").returncode, 0)

    def test_replicas_divide_the_gpus_of_each_kind(self):
        done = run("llama3-8b", "--system", "leonardo", "--prefill-gpus", "2", "--decode-gpus", "3", "--tensor", "2", "--rate", "1")
        self.assertIn("replicas of 2 GPUs do not divide 3 GPUs for decode", done.stderr)


class Speculation(unittest.TestCase):
    def test_accepted_tokens_shorten_the_time_between_tokens(self):
        plain = answer("llama3-8b", "--system", "leonardo")["points"][0]["between_tokens_s"]
        drafted = answer("llama3-8b", "--system", "leonardo", "--speculative", "3")["points"][0]["between_tokens_s"]
        self.assertLess(drafted, 0.7 * plain)
        self.assertIn("--acceptance describes speculative decoding", run("llama3-8b", "--system", "leonardo", "--acceptance", "0.5").stderr)


if __name__ == "__main__":
    unittest.main()
