# SPDX-License-Identifier: Apache-2.0
"""clustersim fabric show: graph formats that other programs read, and mistakes."""
import collections
import json
import re
import unittest
import xml.etree.ElementTree

from program import CommandCase

GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"


class FabricShow(CommandCase):
    def test_json_of_leonardo(self):
        shown = json.loads(self.succeed("fabric", "show", "leonardo", "--format", "json").stdout)
        network, = shown["networks"]
        self.assertEqual((network["groups"], network["switches"], network["nodes"]), (23, 828, 4992))
        levels = {level["level"]: level["cables"] for level in network["levels"]}
        self.assertEqual(levels, {"injection": 15360, "leaf-spine": 23 * 18 * 18, "global": 18 * 23 * 11})
        whole = network["bisections"][0]
        self.assertEqual(whole["cables"], 11 * 12 * 18)
        self.assertAlmostEqual(whole["formula_bytes_per_s"], 59.4e12)
        self.assertAlmostEqual(whole["max_flow_bytes_per_s"], 59.4e12)
        self.assertTrue(all(fact["source"] and fact["confidence"] for fact in network["facts"]))

    def test_a_partition_has_the_bisection_of_its_groups(self):
        shown = json.loads(self.succeed("fabric", "show", "lumi", "--partition", "standard-g",
                                        "--routing", "minimal", "--format", "json").stdout)
        network, = shown["networks"]
        self.assertEqual(network["routing"], "minimal")
        half, = network["bisections"]
        self.assertEqual((half["left"], half["right"]), (11, 11))
        self.assertAlmostEqual(half["formula_bytes_per_s"], 11 * 11 * 20 * 25e9)
        node, = network["node_links"]
        self.assertEqual(node["nic_of_device"], [0, 0, 1, 1, 2, 2, 3, 3])
        self.assertEqual(node["hops"][0][4], 2)

    def test_the_links_of_a_rack_join_its_trays(self):
        def rate(*options):
            answer = json.loads(self.succeed("nccl-tests", "--system", "gb200-nvl72", "-b", "1G", "-e", "1G", "--format",
                                             "json", *options).stdout)
            self.assertEqual(answer["gpus_per_node"], 4)
            return answer["rows"][0]["busbw_gbps"]

        # One rack has the links of one device; the same number of trays in other racks have their ports only.
        self.assertGreater(rate("--nodes", "18"), 3 * rate("--nodes", "18", "--placement", "random"))
        self.assertGreater(rate("--nodes", "18"), rate("--nodes", "36"))

    def test_routing_changes_what_two_groups_get(self):
        mean = {}
        for routing in ("minimal", "adaptive"):
            shown = json.loads(self.succeed("fabric", "show", "leonardo", "--routing", routing,
                                            "--format", "json").stdout)
            mean[routing] = shown["networks"][0]["traffic"][0]["mean_bytes_per_s"]
        # 3.6 of 72 Tb/s between two cells: a twentieth of 12.5 GB/s each on the direct cables.
        self.assertAlmostEqual(mean["minimal"], 12.5e9 / 20, delta=1e6)
        self.assertGreater(mean["adaptive"], 4 * mean["minimal"])

    def test_graphml_is_the_whole_graph(self):
        root = xml.etree.ElementTree.fromstring(
            self.succeed("fabric", "show", "karolina", "--format", "graphml").stdout)
        names = [node.get("id") for node in root.iter(GRAPHML + "node")]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(len(names), 60 + 720 + 72 * 4 + 2 + 2)
        edges = collections.Counter()
        for edge in root.iter(GRAPHML + "edge"):
            self.assertIn(edge.get("source"), names)
            edges[edge.find(GRAPHML + "data").text] += 1
        self.assertEqual(edges["leaf-spine"], 800)

    def test_dot_has_a_cluster_for_each_group(self):
        text = self.succeed("fabric", "show", "vega", "--format", "dot").stdout
        self.assertEqual(text.count("subgraph cluster_"), 6)
        self.assertEqual(len(re.findall(r" -- .*label=\"20\"", text)), 0)
        self.assertEqual(text.count("{"), text.count("}"))

    def test_a_simgrid_platform_names_what_it_uses(self):
        text = self.succeed("fabric", "show", "mahti", "--format", "simgrid-xml").stdout
        root = xml.etree.ElementTree.fromstring(text)
        self.assertEqual((root.tag, root.get("version")), ("platform", "4.1"))
        zone, = root
        vertices = {one.get("id") for kind in ("host", "router") for one in zone.iter(kind)}
        self.assertEqual(len(vertices), 1428 + 144)
        links = {link.get("id") for link in zone.iter("link")}
        routes = set()
        for route in zone.iter("route"):
            ends = (route.get("src"), route.get("dst"))
            self.assertTrue(vertices.issuperset(ends))
            self.assertNotIn(ends, routes)
            routes.add(ends)
            self.assertIn(route.find("link_ctn").get("id"), links)
        self.assertEqual(len(routes), 2 * len(links))

    def test_every_separate_network_is_shown(self):
        shown = json.loads(self.succeed("fabric", "show", "deucalion", "--format", "json").stdout)
        self.assertEqual([network["name"] for network in shown["networks"]],
                         ["deucalion/hdr-arm", "deucalion/hdr-gpu", "deucalion/hdr-x86"])
        self.fail_with(3, "fabric", "show", "deucalion", "--format", "dot")
        self.succeed("fabric", "show", "deucalion", "--partition", "normal-arm", "--format", "dot")

    def test_mistakes(self):
        wrong = self.fail_with(3, "fabric", "show", "leonardo", "--partition", "boost_usr_prd").stderr
        self.assertIn('did you mean "boost_usr_prod"?', wrong)
        self.fail_with(2, "fabric", "show")
        self.fail_with(2, "fabric", "show", "lumi", "--edges", "x.csv")
        self.fail_with(5, "fabric", "show", "--edges", self.path("nothing.csv"))
        self.fail_with(2, "fabric", "show", "lumi", "--routing", "shortest")

    def test_impossible_ports_are_told_at_their_line(self):
        mine = self.write("mine.yaml", "schema: clustersim/system/1\nextends: leonardo\nname: mine\n"
                                       "sources: {me: a what-if}\nsource: me\nconfidence: estimate\n"
                                       "fabrics:\n  hdr: {switch_ports: 24, leaf_uplinks: 12}\n")
        said = self.fail_with(3, "fabric", "show", mine).stderr
        self.assertRegex(said, r"mine\.yaml:8:\d+: error")
        self.assertIn("has 12 uplinks, fewer than the 18 spines", said)

    def test_the_same_bytes_every_time(self):
        first = self.succeed("fabric", "show", "jupiter").stdout
        self.assertEqual(first, self.succeed("fabric", "show", "jupiter").stdout)


if __name__ == "__main__":
    unittest.main()
