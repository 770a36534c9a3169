# SPDX-License-Identifier: Apache-2.0
"""The pages of docs/machines/ hold the facts of a machine line by line; its file has their values from their sources."""
import glob
import os
import re
import unittest

import yaml

from program import ROOT


class AsWritten(yaml.SafeLoader):
    """Keeps every scalar as its text: `00:15:00` is no number."""


AsWritten.yaml_implicit_resolvers = {}
PAGES = sorted(glob.glob(os.path.join(ROOT, "docs", "machines", "*.md")))
ROW = re.compile(r"^\| (.+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
NONE = "–"


def machine(page):
    name = os.path.basename(page).removesuffix(".md")
    with open(os.path.join(ROOT, "systems", name + ".yaml"), encoding="utf-8") as stream:
        return yaml.load(stream, AsWritten)


def rows(page):
    """Yields (fact, keys, values, sources) of each row; a key that begins with a dot is below the first two words of the one before."""
    with open(page, encoding="utf-8") as stream:
        text = stream.read()
    for fact, key, value, source in ROW.findall(text):
        if fact == "fact":
            continue
        keys = []
        for one in [] if key == NONE else re.findall(r"`([^`]+)`", key):
            words = one.split(".")
            keys.append(keys[-1][:2] + words[1:] if one.startswith(".") else words)
        yield fact, keys, value.split("; "), source.split("; ")


def look_up(document, key):
    """Returns the value of a key, its source and its confidence: its own or those of the nearest mapping around it."""
    node, around = document, [document]
    for word in key:
        node = node[word]
        around.append(node)
    of = {what: next((one[what] for one in reversed(around) if isinstance(one, dict) and what in one), None)
          for what in ("source", "confidence")}
    value = node["value"] if isinstance(node, dict) else node
    if isinstance(value, list):
        value = f"[{', '.join(value)}]"
    return value, f"{of['source']}, {of['confidence']}"


def peak(document, nodes, accelerator=0.0):
    """Returns the FP64 peak of some nodes in PF."""
    cpu = document["node_types"][nodes]["cpu"]
    value = {key: float((cpu[key]["value"] if isinstance(cpu[key], dict) else cpu[key]).split()[0])
             for key in ("cores", "clock", "flop_per_cycle")}
    count = int(document["node_types"][nodes]["nodes"]["value"])
    return count * (value["cores"] * value["clock"] * 1e9 * value["flop_per_cycle"] + accelerator) / 1e15


class FactSheets(unittest.TestCase):
    def test_the_file_has_each_fact_with_its_source(self):
        self.assertEqual([os.path.basename(page) for page in PAGES], ["arrhenius.md", "roihu.md"])
        for page in PAGES:
            document, keyed = machine(page), 0
            for fact, keys, values, sources in rows(page):
                with self.subTest(page=os.path.basename(page), fact=fact):
                    if not keys:  # then the row says where the fact went
                        self.assertNotEqual(values, [NONE])
                        continue
                    self.assertIn(len(values), (1, len(keys)))
                    self.assertIn(len(sources), (1, len(keys)))
                    for i, key in enumerate(keys):
                        value, source = look_up(document, key)
                        self.assertEqual(value, values[i % len(values)], ".".join(key))
                        self.assertEqual(source, sources[i % len(sources)], ".".join(key))
                        keyed += 1
            self.assertGreater(keyed, 50)

    def test_every_partition_and_kind_of_node_has_a_line(self):
        for page in PAGES:
            keys = {tuple(key[:2]) for _, row, _, _ in rows(page) for key in row}
            document = machine(page)
            for section in ("node_types", "partitions", "file_systems", "fabrics"):
                for name in document[section]:
                    self.assertIn((section, name), keys)

    def test_the_published_results_of_linpack_are_a_usual_share_of_the_peaks(self):
        gh200 = 4 * 66.9e12
        roihu, arrhenius = (machine(os.path.join(ROOT, "docs", "machines", name + ".md")) for name in ("roihu", "arrhenius"))
        for linpack, of in ((10.5, peak(roihu, "m") + peak(roihu, "l")), (23.4, peak(roihu, "gpu", gh200)),
                            (66.8, peak(arrhenius, "gpu", gh200))):
            self.assertGreater(linpack / of, 0.55)
            self.assertLess(linpack / of, 0.85)

    def test_a_published_bill_is_that_of_the_rule(self):
        medium = machine(os.path.join(ROOT, "docs", "machines", "roihu.md"))["partitions"]["medium"]
        self.assertAlmostEqual(float(medium["billing"]["per_node_hour"]) * (9 * 60 + 39) / 3600, 46.32, places=2)


if __name__ == "__main__":
    unittest.main()
