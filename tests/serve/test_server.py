# SPDX-License-Identifier: Apache-2.0
"""`clustersim serve`: what it promises about access, bad input, limits, cancelled questions and dead workers."""
import concurrent.futures
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import unittest
import unittest.mock

import fuzz_body
import load
from served import DOCUMENT, LONG, PATIENCE, PROGRAM, ROOT, STEP, Server, reply_of, wait_until



class Served(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--questions", 2)
        cls.addClassCleanup(cls.server.end)

    def tearDown(self):
        self.assertIsNone(self.server.process.poll(), "the server has ended")
        wait_until(lambda: self.server.health()["running"] == 0)

    def ask_raw(self, data):
        with self.server.raw() as plain:
            plain.sendall(data)
            return reply_of(plain)


class Access(Served):
    def test_the_page_has_its_token_and_protects_itself(self):
        status, headers, body = self.server.request("GET", f"/?token={self.server.token}", token=False)
        self.assertEqual(status, 200)
        self.assertIn(b"<title>", body)
        policy = headers["Content-Security-Policy"]
        self.assertTrue(policy.startswith("default-src 'none'; script-src "), policy)
        scripts = policy.split(";")[1]
        self.assertNotIn("unsafe", scripts)
        self.assertNotIn("*", policy)
        for part in ("connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"):
            self.assertIn(part, policy)
        for name, value in (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
                            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin")):
            self.assertEqual(headers[name], value)
        self.assertNotIn("Set-Cookie", headers)
        self.assertNotIn("Access-Control-Allow-Origin", headers)

    def test_the_doorway_says_nothing(self):
        for path in ("/", "/?token=", "/?token=" + "0" * 64, f"/?token={self.server.token}0", f"/?token={self.server.token[:-1]}"):
            status, _, body = self.server.request("GET", path, token=False)
            self.assertEqual(status, 401)
            self.assertNotIn(self.server.token.encode(), body)
            self.assertLess(len(body), 2000)

    def test_every_other_request_needs_the_token(self):
        for method, path in (("GET", "/api/v1/health"), ("GET", "/api/v1/schema"), ("GET", "/api/v1/openapi.json"), ("POST", "/api/v1/step"),
                             ("GET", "/api/v1/nothing"), ("GET", "/favicon.ico"), ("GET", "/../etc/passwd"), ("OPTIONS", "/api/v1/step")):
            for given in (None, "Bearer", "Bearer " + "0" * 64, f"Basic {self.server.token}", f"Bearer {self.server.token}0"):
                headers = {"Authorization": given} if given else {}
                self.assertEqual(self.server.request(method, path, headers=headers, token=False)[0], 401, (method, path, given))
        # Not in the address, which browsers keep.
        self.assertEqual(self.server.request("GET", f"/api/v1/health?token={self.server.token}", token=False)[0], 401)

    def test_other_hosts_and_sites_are_refused(self):
        port = self.server.port
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", "", f"127.0.0.1.evil.example:{port}"):
            for path in ("/", f"/?token={self.server.token}", "/api/v1/health"):
                self.assertEqual(self.server.request("GET", path, headers={"Host": host})[0], 403, host)
        for origin in ("null", "http://evil.example", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port}.evil.example"):
            self.assertEqual(self.server.request("GET", "/api/v1/health", headers={"Origin": origin})[0], 403, origin)
        for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}"):
            headers = {"Host": host, "Origin": f"http://{host}"}
            self.assertEqual(self.server.request("GET", "/api/v1/health", headers=headers)[0], 200, host)
        twice = f"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\nAuthorization: Bearer {self.server.token}\r\nConnection: close\r\n\r\n"
        self.assertIn(b" 403 ", self.ask_raw(twice.encode()).split(b"\r\n")[0])

    def test_no_path_reaches_the_file_system(self):
        for path in ("/etc/passwd", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/systems/lumi.yaml", "/api/v1/../../systems/lumi.yaml",
                     "/api/v1/schema/../../etc/passwd", "//etc/passwd", "/api/v1/%00", "/api/"):
            status, _, body = self.server.request("GET", path)
            self.assertEqual(status, 404, path)
            self.assertEqual(json.loads(body)["problems"][0]["severity"], "error")
            self.assertNotIn(b"root:", body)

    def test_questions_name_no_files(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out")
            for command, question in (("run", {"scenario": os.path.join(ROOT, "scenarios/first-steps/quickstart.yaml")}),
                                      ("run", {"scenario": {"extends": "/etc/passwd"}}),
                                      ("run", {"scenario": {"extends": os.path.join(ROOT, "scenarios/first-steps/quickstart.yaml")}}),
                                      ("run", {"scenario": DOCUMENT, "out": out}),
                                      ("run", {"scenario": DOCUMENT, "report": out}),
                                      ("step", {**STEP, "system": "/etc/passwd"}),
                                      ("step", {**STEP, "app": "../../etc/passwd"}),
                                      ("systems/show", {"system": "/dev/zero"}),
                                      ("forecast", {"archive": "/etc/passwd"}),
                                      ("advise", {"script": "/etc/passwd", "system": "lumi"})):
                status, envelope = self.server.ask(command, question)
                self.assertIn(status, (400, 422), (command, question, envelope))
                self.assertNotIn("root:", json.dumps(envelope))
                self.assertIsNone(envelope["answer"])
            self.assertEqual(os.listdir(folder), [])

    def test_the_name_of_a_text_is_no_file(self):
        # What is said of a text does not depend on whether there is a file of its name.
        told = [self.server.ask("check", {"scenario": {"name": name, "yaml": "schema: clustersim/scenario/1\nfoo: mine\n"}})[1]
                for name in ("/etc/passwd", "/etc/passwx", "/root")]
        self.assertEqual(len({json.dumps(one).replace("/etc/passwd", "N").replace("/etc/passwx", "N").replace("/root", "N") for one in told}), 1)
        self.assertIn("foo", json.dumps(told))

    def test_a_port_in_use_is_told(self):
        done = subprocess.run([PROGRAM, "serve", "--port", str(self.server.port)], capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT)
        self.assertEqual(done.returncode, 5)
        self.assertIn("another program has this port", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_other_addresses_need_a_long_token(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "token")
            with open(path, "w", encoding="utf-8") as stream:
                stream.write("a" * 40)
            os.chmod(path, 0o644)
            for options, code, words in ((["--listen", "0.0.0.0"], 2, "needs --token-file or --token"),
                                         (["--listen", "0.0.0.0", "--token", "short"], 2, "32 or more"),
                                         (["--token-file", path], 5, "other users may read"),
                                         (["--listen", "no such name", "--token", "a" * 32], 5, "is no address")):
                done = subprocess.run([PROGRAM, "serve", *options], capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT)
                self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
                self.assertIn(words, done.stderr)
            os.chmod(path, 0o600)
            with Server("--listen", "0.0.0.0", "--token-file", path) as server:
                self.assertEqual(server.token, "a" * 40)
                self.assertEqual(server.request("GET", "/api/v1/health")[0], 200)
                self.assertEqual(server.request("GET", "/api/v1/health", headers={"Host": f"evil.example:{server.port}"})[0], 403)

    def test_a_browser_is_opened_or_missed(self):
        with tempfile.TemporaryDirectory() as folder:
            seen = os.path.join(folder, "seen")
            browser = os.path.join(folder, "xdg-open")
            with unittest.mock.patch.dict(os.environ, {"PATH": folder}):
                with Server("--open") as server:
                    self.assertIn("No browser was opened: there is no xdg-open", server.end()[1])
                with open(browser, "w", encoding="utf-8") as stream:
                    stream.write(f"#!/bin/sh\necho \"$1\" >{seen}.part && /bin/mv {seen}.part {seen}\n")
                os.chmod(browser, 0o700)
                with Server("--open") as server:
                    wait_until(lambda: os.path.exists(seen))
                    with open(seen, encoding="utf-8") as stream:
                        told = stream.read().strip()
                    # All users see the words of a program: they have no secret.
                    self.assertNotIn(server.token, told)
                    page = told.removeprefix("file://")
                    self.assertEqual(os.stat(os.path.dirname(page)).st_mode & 0o777, 0o700)
                    with open(page, encoding="utf-8") as stream:
                        self.assertIn(f"url={server.line.strip()}\"", stream.read())
                    server.end()
                    self.assertFalse(os.path.exists(page))


class Answers(Served):
    def test_an_answer_has_the_bytes_of_the_command_line(self):
        asked = subprocess.run([PROGRAM, "step", "gpt-857m", "--system", "leonardo", "--nodes", "2", "--format", "json"],
                               capture_output=True, cwd=ROOT, timeout=PATIENCE).stdout
        _, headers, body = self.server.request("POST", "/api/v1/step", json.dumps(STEP))
        self.assertTrue(body.startswith(b'{"exit_code":0,"remarks":[],"problems":[],"answer":'))
        self.assertIn(asked.strip(), body)
        self.assertEqual(headers["Content-Type"], "application/json")
        status, envelope = self.server.ask("step", {**STEP, "format": "table"})
        self.assertEqual(status, 200)
        self.assertIn("gpt-857m on leonardo", envelope["answer"])

    def test_an_answer_grows(self):
        connection, events = self.server.events("run", {"scenario": DOCUMENT})
        heard = list(events)
        connection.close()
        names = [name for name, _ in heard]
        self.assertEqual(names[-1], "answer")
        self.assertEqual(names.count("so_far"), 1)
        self.assertLess(names.index("progress"), names.index("answer"))
        self.assertLess(names.index("so_far"), names.index("answer"))
        first, last = dict(heard)["so_far"], dict(heard)["answer"]
        self.assertEqual((first["replicates"], first["answer"]["replicates"], last["answer"]["replicates"]), (2, 2, 4))
        whole = self.server.ask("run", {"scenario": DOCUMENT})[1]["answer"]
        self.assertEqual(last["answer"], whole)

    def test_schemas_describe_what_is_answered(self):
        schemas = json.loads(self.server.request("GET", "/api/v1/schema")[2])
        openapi = json.loads(self.server.request("GET", "/api/v1/openapi.json")[2])
        self.assertEqual({f"/api/v1/{name}" for name in schemas}, set(openapi["paths"]))
        self.assertLessEqual({"run", "compare", "allocate", "step", "plan", "inference", "nccl-tests", "advise", "forecast", "check",
                              "systems/list", "systems/show", "applications/list", "init", "validate"}, set(schemas))
        for name in ("sweep", "import/slurm", "fit/waits", "validate/waits", "replay", "completion", "ask", "serve", "show", "squeue"):
            self.assertNotIn(name, schemas)
        for name, schema in schemas.items():
            alone = json.loads(self.server.request("GET", f"/api/v1/schema/{name}")[2])
            self.assertEqual(alone, schema)
            self.assertLessEqual({"out", "report", "command"} & set(schema["properties"]), set(), name)

    def test_wrong_addresses_and_methods_are_told(self):
        status, envelope = self.server.ask("systems/sho")
        self.assertEqual(status, 404)
        self.assertIn('did you mean "systems/show"?', envelope["problems"][0]["help"])
        status, envelope = self.server.ask("sweep")
        self.assertEqual(status, 404)
        self.assertIn("it writes a file", envelope["problems"][0]["message"])
        for command in ("fit/mix", "import/sacct", "show", "squeue"):
            self.assertIn("which a question cannot hold", self.server.ask(command)[1]["problems"][0]["message"])
        for method, path, allowed in (("GET", "/api/v1/step", "POST"), ("PUT", "/api/v1/step", "POST"), ("POST", "/api/v1/health", "GET, HEAD"),
                                      ("DELETE", "/api/v1/schema", "GET, HEAD")):
            status, headers, _ = self.server.request(method, path, b"{}")
            self.assertEqual((status, headers["Allow"]), (405, allowed))
        self.assertEqual(self.server.request("HEAD", "/api/v1/health")[::2], (200, b""))

    def test_an_idle_server_is_small(self):
        with Server() as server:
            self.assertLess(server.resident(), 30 << 20)


class BadInput(Served):
    def test_wrong_questions_are_told(self):
        for body in (b"{", b"[]", b"x", b'{"app": }', b'{"a": 1e999}', b"\xff\xfe", b'{"a": "\xff"}', b"[" * 1_000_000, b'{"a":' * 100_000,
                     b"{} {}", b"\0" * 1000, b'{"a": "' + b"x" * 1_000_000):
            status, _, reply = self.server.request("POST", "/api/v1/step", body)
            self.assertEqual(status, 422, body[:40])
            problem = json.loads(reply)["problems"][0]
            self.assertEqual(problem["file"], "body")
            self.assertIn("JSON", problem["expected"])
        for question, words in (({"nodez": 1}, "nodez"), ({**STEP, "nodes": 10 ** 30}, "nodes"), ({**STEP, "nodes": -1}, "nodes"),
                                ({**STEP, "nodes": [1] * 1000 + [0]}, "nodes"), ({**STEP, "command": "run"}, "command"), ({}, "app")):
            status, envelope = self.server.ask("step", question)
            self.assertEqual(status, 400, question.keys())
            self.assertIn(words, json.dumps(envelope["problems"]))

    def test_a_damaged_archive_is_told(self):
        for held in ("AAAA", "H4sIAAAAAAAAAwMAAAAAAAAAAAA="):
            status, envelope = self.server.ask("forecast", {"archive": {"base64": held, "name": "queue.tar.gz"}, "nodes": 1})
            self.assertEqual((status, envelope["exit_code"]), (422, 5), envelope)
            self.assertEqual(envelope["problems"][0]["file"], "queue.tar.gz")

    def test_a_gigabyte_is_refused_at_once(self):
        reply = self.ask_raw(self.server.head("step", "Content-Length: 1073741824", "Connection: close") + b"{")
        self.assertIn(b" 413 ", reply.split(b"\r\n")[0])
        # In chunks it is not known before.
        with self.server.raw() as plain:
            plain.sendall(self.server.head("step", "Transfer-Encoding: chunked", "Connection: close"))
            chunk = b"100000\r\n" + b" " * (1 << 20) + b"\r\n"
            sent = 0
            try:
                while sent < 1024:
                    plain.sendall(chunk)
                    sent += 1
            except OSError:
                pass
            self.assertLess(sent, 100)
        # One chunk without an end.
        with self.server.raw() as plain:
            plain.sendall(self.server.head("step", "Transfer-Encoding: chunked") + b"FFFFFFFFFFFFFFF\r\n{")
            plain.shutdown(socket.SHUT_WR)
            reply_of(plain)
        self.assertLess(self.server.resident(), 200 << 20)

    def test_heads_that_are_none_are_refused(self):
        token = f"Host: 127.0.0.1:{self.server.port}\r\nAuthorization: Bearer {self.server.token}\r\n".encode()
        wrong = ((b"x\r\n\r\n", b" 400 "), (b"GET / HTTP/9\r\n\r\n", b" 400 "), (b"\r\n\r\n\r\n", b" 400 "),
                 (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", b" 414 "), (b"A: b\r\n" * 10_000, b" 431 "),
                 (b"GET / HTTP/1.1\r\nX: " + b"a" * 100_000, b" 431 "),
                 (self.server.head("step", "Content-Length: -1"), b" 400 "),
                 (self.server.head("step", "Content-Length: 2", "Content-Length: 3") + b"{}", b" 400 "),
                 (self.server.head("step", "Content-Length: 2", "Transfer-Encoding: chunked") + b"{}", b" 400 "),
                 (self.server.head("step", "Transfer-Encoding: gzip"), b" 400 "),
                 (self.server.head("step", "Content-Encoding: gzip", "Content-Length: 2") + b"{}", b" 415 "),
                 (self.server.head("step", "Content-Type: multipart/form-data; boundary=x", "Content-Length: 2") + b"{}", b" 415 "),
                 (self.server.head("step", "Transfer-Encoding: chunked") + b"zz\r\n{}\r\n0\r\n\r\n", b" 400 "),
                 (self.server.head("step", "X: a", " b", "Content-Length: 2") + b"{}", b" 400 "),
                 (self.server.head("step", "no colon", "Content-Length: 2") + b"{}", b" 400 "),
                 (self.server.head("step", "X : a", "Content-Length: 2") + b"{}", b" 400 "),
                 (self.server.head("step", "X: a\0", "Content-Length: 2") + b"{}", b" 400 "),
                 (self.server.head("step", "Authorization: Bearer x", "Content-Length: 2") + b"{}", b" 401 "),
                 (self.server.head("step"), b" 411 "),
                 (b"GET /api/v1/health HTTP/1.1\r\n" + token + b"Range: bytes=" + b"0-," * 2000 + b"0-\r\nConnection: close\r\n\r\n", b" 200 "))
        # Some of them leave the server waiting for more: all of them at once wait once.
        with concurrent.futures.ThreadPoolExecutor(len(wrong)) as pool:
            replies = list(pool.map(self.ask_raw, [head for head, _ in wrong]))
        for (head, status), reply in zip(wrong, replies):
            self.assertIn(status, reply.split(b"\r\n")[0], head[:80])

    def test_a_slow_client_holds_up_nobody_and_is_left(self):
        slow = [self.server.raw() for _ in range(20)]
        head = self.server.head("step", "Content-Length: 2")
        for plain in slow:
            plain.sendall(head[:10])
        stopped = threading.Event()

        def drip():
            for byte in head[10:]:
                for plain in slow:
                    try:
                        plain.sendall(bytes([byte]))
                    except OSError:
                        return
                if stopped.wait(1):
                    return

        dripping = threading.Thread(target=drip)
        dripping.start()
        self.assertEqual(self.server.ask("step", STEP)[0], 200)
        # At a byte a second, a head would take minutes.
        self.assertIn(b" 408 ", reply_of(slow[0]).split(b"\r\n")[0])
        stopped.set()
        dripping.join()
        for plain in slow:
            plain.close()

    def test_ten_thousand_connections(self):
        held, refused = [], 0
        try:
            for _ in range(10_000):
                plain = self.server.raw()
                held.append(plain)
                if len(held) > 400:
                    held.pop(0).close()
            # Those that have not shown the token give way to one that does.
            self.assertEqual(self.server.request("GET", "/api/v1/health")[0], 200)
        finally:
            for plain in held:
                plain.close()
        self.assertEqual(self.server.ask("step", STEP)[0], 200)
        self.assertLess(self.server.resident(), 100 << 20)

    def test_too_many_questions_are_told(self):
        def ask(_):
            return self.server.ask("step", STEP, **{"X-Clustersim-Asker": "one"})

        with concurrent.futures.ThreadPoolExecutor(60) as pool:
            replies = list(pool.map(ask, range(60)))
        self.assertLessEqual({status for status, _ in replies}, {200, 429})
        for status, envelope in replies:
            if status == 429:
                self.assertIn("questions", envelope["problems"][0]["message"])
                self.assertIsNone(envelope["answer"])

    def test_fuzzed_bodies(self):
        fuzz_body.fuzz(self.server, seconds=5, seed=1)

    def test_many_askers(self):
        load.load(self.server, askers=20, seconds=5)


class Cancelled(Served):
    def test_a_stream_that_closes_ends_its_question(self):
        connection, events = self.server.events("run", LONG)
        next(events)
        self.assertEqual(self.server.health()["running"], 1)
        connection.close()
        del events
        wait_until(lambda: self.server.health()["running"] == 0)
        self.assertEqual(self.server.ask("step", STEP)[0], 200)

    def test_a_plain_question_that_closes_ends(self):
        body = json.dumps(LONG).encode()
        plain = self.server.raw()
        plain.sendall(self.server.head("run", f"Content-Length: {len(body)}") + body)
        wait_until(lambda: self.server.health()["running"] == 1)
        plain.close()
        wait_until(lambda: self.server.health()["running"] == 0)

    def test_a_question_that_waits_can_leave(self):
        first = [self.server.events("run", LONG, f"asker {i}") for i in range(2)]
        for _, events in first:
            next(events)
        waiting, events = self.server.events("step", STEP)
        self.assertEqual(next(events), ("queued", {"before": 0}))
        self.assertEqual(self.server.health()["waiting"], 1)
        waiting.close()
        del events
        wait_until(lambda: self.server.health()["waiting"] == 0)
        for connection, _ in first:
            connection.close()
        del first

    def test_a_killed_worker_ends_one_question(self):
        connection, events = self.server.events("run", LONG)
        next(events)
        for worker in self.server.workers():
            os.kill(worker, signal.SIGKILL)
        name, envelope = list(events)[-1]
        connection.close()
        self.assertEqual(name, "answer")
        self.assertIn("the question ended its worker (by signal 9)", envelope["problems"][0]["message"])
        self.assertEqual(self.server.ask("step", STEP)[0], 200)


class Limits(unittest.TestCase):
    def test_a_question_has_its_time(self):
        with Server("--seconds", 1) as server:
            status, envelope = server.ask("run", LONG)
            self.assertEqual(status, 504)
            self.assertIn("longer than the 1 s", envelope["problems"][-1]["message"])
            self.assertEqual(server.request("GET", "/api/v1/health")[0], 200)

    def test_a_worker_has_its_limits(self):
        # What happens at them is tested in tests/unit/serve, with a worker that can be made to reach them.
        with Server("--memory", 256) as server:
            self.assertEqual(server.ask("step", STEP)[0], 200)
            (worker,) = server.workers()
            with open(f"/proc/{worker}/limits", encoding="utf-8") as stream:
                limits = {line[:26].strip(): line[26:].split()[:2] for line in stream}
            self.assertEqual(limits["Max data size"], [str(256 << 20)] * 2)
            self.assertEqual(limits["Max file size"], ["0", "0"])
            self.assertEqual(limits["Max core file size"], ["0", "0"])
            self.assertNotIn("unlimited", limits["Max address space"])

    def test_a_signal_ends_the_server_and_its_workers(self):
        for by in (signal.SIGINT, signal.SIGTERM):
            with Server() as server:
                connection, events = server.events("run", LONG)
                next(events)
                workers = server.workers()
                self.assertTrue(workers)
                code, _ = server.end(by)
                self.assertEqual(code, 0)
                for worker in workers:
                    self.assertFalse(os.path.exists(f"/proc/{worker}"))
                connection.close()

    def test_workers_end_with_a_killed_server(self):
        with Server() as server:
            server.ask("step", STEP)
            (worker,) = server.workers()
            server.end(signal.SIGKILL)
            wait_until(lambda: not os.path.exists(f"/proc/{worker}"))


class Static(unittest.TestCase):
    def test_a_folder_is_served_as_it_was(self):
        with tempfile.TemporaryDirectory() as folder:
            files = {"index.html": "<script>1</script>", "worker.js": "1;", "data/a.json": "{}", "m.wasm": "\0asm", ".secret": "s"}
            for name, text in files.items():
                os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
                with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
                    stream.write(text)
            os.symlink("/etc/passwd", os.path.join(folder, "link.txt"))
            with Server("--static", folder) as server:
                self.assertIsNone(server.token)
                for path, content, body in (("/", "text/html; charset=utf-8", b"<script>1</script>"), ("/worker.js", "text/javascript; charset=utf-8", b"1;"),
                                            ("/data/a.json", "application/json", b"{}"), ("/m.wasm", "application/wasm", b"\0asm")):
                    status, headers, got = server.request("GET", path)
                    self.assertEqual((status, headers["Content-Type"], got), (200, content, body))
                with open(os.path.join(folder, "later.txt"), "w", encoding="utf-8") as stream:
                    stream.write("x")
                for path in ("/later.txt", "/link.txt", "/.secret", "/data", "/data/", "/../etc/passwd", "/%2e%2e/etc/passwd", "/api/v1/step"):
                    self.assertEqual(server.request("GET", path)[0], 404, path)
                self.assertEqual(server.request("POST", "/", b"x")[0], 405)
                self.assertEqual(server.request("GET", "/", headers={"Host": "evil.example"})[0], 403)
            os.remove(os.path.join(folder, "index.html"))
            done = subprocess.run([PROGRAM, "serve", "--static", folder], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 5)
            self.assertIn("has no index.html", done.stderr)


if __name__ == "__main__":
    unittest.main()
