# SPDX-License-Identifier: Apache-2.0
"""`clustersim mcp`, asked as agents ask it."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

import jsonschema

from mcp_client import CLIENT, PATIENCE_S, PROGRAM, ROOT, Client

SCENARIO = {"schema": "clustersim/scenario/1", "title": "GPT on Vega", "system": "vega",
            "jobs": {"train": {"application": "gpt-857m", "steps": 2000, "nodes": 2}}}
# Takes minutes unless it is cancelled.
LONG = {**SCENARIO, "system": "lumi", "background": {"mix": "itp-trace", "load": 0.9}}


def without_nulls(value):
    """As tools answer: what does not apply is left out."""
    if isinstance(value, dict):
        return {key: without_nulls(one) for key, one in value.items() if one is not None}
    return [without_nulls(one) for one in value] if isinstance(value, list) else value


class Conversations(unittest.TestCase):
    def test_versions(self):
        for asked, answered in (("2024-11-05",) * 2, ("2025-03-26",) * 2, ("2025-06-18",) * 2, ("2099-01-01", "2025-06-18")):
            with Client(asked) as client:
                self.assertEqual(client.introduction["protocolVersion"], answered)
                self.assertEqual(client.introduction["serverInfo"]["name"], "clustersim")
                self.assertEqual(client.ask("ping")["result"], {})
                result = client.call("systems_list")
                self.assertEqual("structuredContent" in result, answered == "2025-06-18")

    def test_tools(self):
        with Client() as client:
            tools = client.ask("tools/list")["result"]["tools"]
        names = [tool["name"] for tool in tools]
        for expected in ("run", "step", "systems_show", "nccl_tests", "advise"):
            self.assertIn(expected, names)
        for tool in tools:
            schema = tool["inputSchema"]
            jsonschema.Draft202012Validator.check_schema(schema)
            self.assertEqual(schema["type"], "object")
            self.assertFalse({"allOf", "anyOf", "oneOf"} & set(schema), tool["name"])
            self.assertTrue(set(schema.get("required", [])) <= set(schema["properties"]), tool["name"])
            self.assertFalse({"command", "out", "report", "workers", "no-results"} & set(schema["properties"]), tool["name"])
            self.assertRegex(tool["name"], r"^[a-z_]{1,64}$")
            self.assertTrue(tool["annotations"]["readOnlyHint"])
        self.assertLess(len(json.dumps(tools)), 60_000)
        step = next(tool for tool in tools if tool["name"] == "step")["inputSchema"]
        jsonschema.validate({"app": "gpt-857m", "system": "leonardo", "nodes": [2, 4]}, step)
        with self.assertRaises(jsonschema.ValidationError):
            jsonschema.validate({"app": "gpt-857m", "system": "leonardo", "nodes": [2], "out": "x"}, step)

    def test_call(self):
        with Client() as client:
            result = client.call("step", app="gpt-857m", system="leonardo", nodes=[2, 4])
        self.assertFalse(result["isError"])
        envelope = result["structuredContent"]
        self.assertEqual(json.loads(result["content"][0]["text"]), envelope)
        self.assertEqual(envelope["exit_code"], 0)
        question = {"command": "step", "app": "gpt-857m", "system": "leonardo", "nodes": [2, 4], "format": "json"}
        asked = subprocess.run([PROGRAM, "ask", "-"], input=json.dumps(question), capture_output=True, text=True, cwd=ROOT)
        self.assertEqual(envelope["answer"], without_nulls(json.loads(asked.stdout)))

    def test_other_formats(self):
        with Client() as client:
            answer = client.call("systems_show", system="vega", section="partitions", format="csv")["structuredContent"]["answer"]
        self.assertIn("gpu", answer)

    def test_select_and_length(self):
        with Client() as client:
            whole = client.call("systems_show", system="vega", max_bytes=10_000_000)["structuredContent"]["answer"]
            part = client.call("systems_show", system="vega", select="/partitions/0/name")["structuredContent"]["answer"]
            self.assertEqual(part, whole["partitions"][0]["name"])
            long = client.call("systems_show", system="vega", max_bytes=1000)
            self.assertFalse(long["isError"])
            parts = long["structuredContent"]["too_long"]["parts"]
            self.assertEqual(parts["/partitions"]["items"], len(whole["partitions"]))
            self.assertNotIn("answer", long["structuredContent"])
            wrong = client.call("systems_show", system="vega", select="/partition")
            self.assertTrue(wrong["isError"])
            self.assertIn("/partitions", wrong["structuredContent"]["problems"][0]["help"])
            wrong = client.call("systems_show", system="vega", select=7, max_bytes=3)
            self.assertEqual(len(wrong["structuredContent"]["problems"]), 2)

    def test_every_problem(self):
        with Client() as client:
            result = client.call("step", app="gpt-857m", systm="leonardo", nodes=[-2])
        self.assertTrue(result["isError"])
        envelope = result["structuredContent"]
        self.assertEqual(envelope["exit_code"], 2)
        told = " ".join(problem["message"] for problem in envelope["problems"])
        for word in ("systm", "`system`", "nodes"):
            self.assertIn(word, told)

    def test_command_is_no_argument(self):
        with Client() as client:
            result = client.call("step", app="gpt-857m", system="leonardo", nodes=2, command="run")
        self.assertTrue(result["isError"])

    def test_run(self):
        with Client() as client:
            number = client.send("tools/call", name="run", arguments={"scenario": SCENARIO, "replicates": 2},
                                 _meta={"progressToken": "p"})
            result = client.answer(number)["result"]
            self.assertFalse(result["isError"], str(result)[:500])
            told = [m["params"] for m in client.heard if m.get("method") == "notifications/progress"]
            self.assertTrue(told)
            self.assertEqual({params["progressToken"] for params in told}, {"p"})
            values = [params["progress"] for params in told]
            self.assertEqual(values, sorted(set(values)))

    def test_cancel(self):
        with Client() as client:
            long = client.send("tools/call", name="run", arguments={"scenario": LONG, "replicates": 1000},
                               _meta={"progressToken": 1})
            client.wait(lambda message: message.get("method") == "notifications/progress")
            waiting = client.send("tools/call", name="systems_list", arguments={})
            after = client.send("tools/call", name="applications_list", arguments={})
            client.tell("notifications/cancelled", requestId=waiting)
            client.tell("notifications/cancelled", requestId=long, reason="test")
            client.tell("notifications/cancelled", requestId="unknown")
            client.tell("notifications/cancelled")
            self.assertFalse(client.answer(after)["result"]["isError"])
            self.assertEqual(client.close(), 0)
            ids = [message.get("id") for message in client.heard]
            self.assertNotIn(long, ids)
            self.assertNotIn(waiting, ids)

    def test_pings_during_a_question(self):
        with Client() as client:
            client.send("tools/call", name="run", arguments={"scenario": LONG, "replicates": 1000}, _meta={"progressToken": 1})
            client.wait(lambda message: message.get("method") == "notifications/progress")
            self.assertEqual(client.ask("ping")["result"], {})

    def test_end_of_input(self):
        lines = [{"jsonrpc": "2.0", "id": 1, "method": "initialize",
                  "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": CLIENT}},
                 {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "systems_list"}}]
        done = subprocess.run([PROGRAM, "mcp"], input="\n".join(map(json.dumps, lines)), capture_output=True, text=True, cwd=ROOT)
        self.assertEqual(done.returncode, 0)
        self.assertEqual([json.loads(line)["id"] for line in done.stdout.splitlines()], [1, 2])

    def test_resources(self):
        with Client() as client:
            listed = client.ask("resources/list")["result"]["resources"]
            uris = [one["uri"] for one in listed]
            self.assertIn("clustersim://scenarios/first-steps/quickstart.yaml", uris)
            for uri in ("clustersim://scenarios/first-steps/quickstart.yaml", "clustersim://scenarios/schema/scenario-1.json"):
                text = client.ask("resources/read", uri=uri)["result"]["contents"][0]["text"]
                with open(os.path.join(ROOT, uri.replace("clustersim://", "")), encoding="utf-8") as stream:
                    self.assertEqual(text, stream.read())
            for uri in ("clustersim://scenarios/../README.md", "file:///etc/passwd", "clustersim://scenarios/", 7, None):
                self.assertEqual(client.ask("resources/read", uri=uri)["error"]["code"], -32602)
            self.assertEqual(client.ask("resources/templates/list")["result"], {"resourceTemplates": []})

    def test_no_files(self):
        """An agent names no file of the machine, not even one that exists."""
        with Client() as client:
            for tool, arguments in (("run", {"scenario": "scenarios/first-steps/quickstart.yaml"}),
                                    ("run", {"scenario": {"extends": "scenarios/first-steps/quickstart.yaml"}}),
                                    ("run", {"scenario": SCENARIO, "out": "somewhere"}),
                                    ("run", {"scenario": SCENARIO, "report": "somewhere.html"}),
                                    ("systems_show", {"system": "systems/lumi.yaml"}),
                                    ("advise", {"script": "-", "system": "lumi"})):
                with self.subTest(tool=tool, arguments=arguments):
                    result = client.call(tool, **arguments)
                    self.assertTrue(result["isError"])
            self.assertFalse(os.path.exists(os.path.join(ROOT, "somewhere")))

    def test_the_process_reads_the_data_and_nothing_else(self):
        """A machine of the data whose file is elsewhere is found by its name, but not opened."""
        with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as elsewhere:
            for folder in ("systems", "workloads", "scenarios"):
                shutil.copytree(os.path.join(ROOT, folder), os.path.join(data, folder))
            inside = os.path.join(data, "systems", "vega.yaml")
            outside = shutil.copy(inside, os.path.join(elsewhere, "vega.yaml"))
            os.symlink(outside, os.path.join(data, "systems", "elsewhere.yaml"))
            with Client(data=data) as client:
                self.assertFalse(client.call("systems_show", system="vega", select="/partitions")["isError"])
                result = client.call("systems_show", system="elsewhere", select="/partitions")
            client.process.wait()
            if b"cannot confine" in client.errors:
                self.skipTest("this kernel has no Landlock")
            self.assertTrue(result["isError"])
            self.assertIn("permission denied", json.dumps(result))


class Nonsense(unittest.TestCase):
    def error(self, client, data):
        before = len(client.heard)
        client.write(data)
        message = client.wait(lambda one: one in client.heard[before:] and "error" in one)
        return message["error"]["code"], message["id"]

    def test_wrong_messages(self):
        with Client() as client:
            for data, code, number in ((b"{\n", -32700, None), (b"\xff\xfe\n", -32700, None), (b"{} {}\n", -32700, None),
                                       (b"[" * 100_000 + b"\n", -32700, None),
                                       (b"[" * 100 + b"]" * 100 + b"\n", -32700, None),
                                       (b"7\n", -32600, None), (b"{}\n", -32600, None),
                                       ({"jsonrpc": "1.0", "id": 90, "method": "ping"}, -32600, 90),
                                       ({"jsonrpc": "2.0", "id": 91, "method": 7}, -32600, 91),
                                       ({"jsonrpc": "2.0", "id": None, "method": "ping"}, -32600, None),
                                       ({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}, -32600, None),
                                       ({"jsonrpc": "2.0", "id": 92, "method": "ping", "params": [1]}, -32602, 92),
                                       ({"jsonrpc": "2.0", "id": "x\"y", "method": "no/such"}, -32601, "x\"y"),
                                       ({"jsonrpc": "2.0", "id": 93, "method": "initialize"}, -32600, 93),
                                       ({"jsonrpc": "2.0", "id": 94, "method": "tools/call"}, -32602, 94),
                                       ({"jsonrpc": "2.0", "id": 95, "method": "tools/call",
                                         "params": {"name": "stepp", "arguments": {}}}, -32602, 95),
                                       ({"jsonrpc": "2.0", "id": 96, "method": "tools/call",
                                         "params": {"name": "step", "arguments": []}}, -32602, 96),
                                       ([{"jsonrpc": "2.0", "id": 97, "method": "ping"}], -32600, None)):
                with self.subTest(data=data if len(str(data)) < 200 else "long"):
                    self.assertEqual(self.error(client, data), (code, number))
            self.assertEqual(client.ask("ping")["result"], {})

    def test_long_line(self):
        with Client() as client:
            self.assertEqual(self.error(client, b'"' + b"x" * (33 << 20) + b'"\n'), (-32600, None))
            self.assertEqual(client.ask("ping")["result"], {})

    def test_what_needs_no_answer(self):
        with Client() as client:
            for data in (b"\n", b"  \r\n", {"jsonrpc": "2.0", "method": "no/such"}, {"jsonrpc": "2.0", "id": 5, "result": {}},
                         {"jsonrpc": "2.0", "method": "ping", "params": 7}):
                client.write(data)
            before = len(client.heard)
            client.ask("ping")
            self.assertEqual(len(client.heard), before + 1)

    def test_before_initialize(self):
        with Client(initialize=False) as client:
            self.assertEqual(client.ask("ping")["result"], {})
            self.assertEqual(client.ask("tools/list")["error"]["code"], -32600)
            self.assertEqual(client.ask("initialize")["error"]["code"], -32602)
            self.assertEqual(self.error(client, [{"jsonrpc": "2.0", "id": 1, "method": "ping"}]), (-32600, None))
            self.assertIn("result", client.ask("initialize", protocolVersion="2024-11-05", capabilities={}, clientInfo=CLIENT))

    def test_batches(self):
        with Client("2025-03-26") as client:
            client.write([{"jsonrpc": "2.0", "id": "a", "method": "ping"}, {"jsonrpc": "2.0", "method": "no/such"}, 7,
                          {"jsonrpc": "2.0", "id": "b", "method": "tools/call",
                           "params": {"name": "systems_list", "arguments": {}}},
                          {"jsonrpc": "2.0", "id": "c", "method": "initialize"}])
            answers = client.wait(lambda message: isinstance(message, list))
            self.assertEqual(sorted(str(one["id"]) for one in answers), ["None", "a", "b", "c"])
            client.write([{"jsonrpc": "2.0", "method": "no/such"}])
            before = len(client.heard)
            client.ask("ping")
            self.assertEqual(len(client.heard), before + 1)
            self.assertEqual(self.error(client, b"[]\n"), (-32600, None))

    def test_same_id_twice(self):
        with Client() as client:
            client.send("tools/call", name="run", arguments={"scenario": LONG, "replicates": 1000}, _meta={"progressToken": 1})
            client.wait(lambda message: message.get("method") == "notifications/progress")
            client.last_id -= 1
            self.assertEqual(client.ask("tools/call", name="systems_list", arguments={})["error"]["code"], -32600)

    def test_too_many_calls(self):
        with Client() as client:
            client.send("tools/call", name="run", arguments={"scenario": LONG, "replicates": 1000}, _meta={"progressToken": 1})
            client.wait(lambda message: message.get("method") == "notifications/progress")
            numbers = [client.send("tools/call", name="systems_list", arguments={}) for _ in range(65)]
            self.assertEqual(client.answer(numbers[-1])["error"]["code"], -32000)

    def test_client_that_goes(self):
        """A question ends with the client, too."""
        lines = [{"jsonrpc": "2.0", "id": 1, "method": "initialize",
                  "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": CLIENT}},
                 {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
                  "params": {"name": "run", "arguments": {"scenario": LONG, "replicates": 1000}}}]
        process = subprocess.Popen([PROGRAM, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT)
        process.stdin.write(("\n".join(map(json.dumps, lines)) + "\n").encode())
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.close()
        self.assertEqual(process.wait(timeout=PATIENCE_S), 0)


if __name__ == "__main__":
    unittest.main()
