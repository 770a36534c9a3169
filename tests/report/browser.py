# SPDX-License-Identifier: Apache-2.0
"""Drives Debian's Chromium through its DevTools pipe; needs nothing but Python."""
import base64
import json
import os
import shutil
import subprocess
import tempfile


class Browser:
    """A headless browser without network: every host but this machine is unknown to it. Use it as a context."""

    def __init__(self, program=None):
        self.program = program or find_chromium()
        self.number = 0
        self.events = []
        self.rest = b""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory()
        to_browser, self.to = os.pipe()
        self.back, from_browser = os.pipe()

        def connect():
            # The browser reads commands from 3 and writes answers to 4.
            os.dup2(to_browser, 103)
            os.dup2(from_browser, 104)
            os.dup2(103, 3)
            os.dup2(104, 4)

        self.process = subprocess.Popen(
            [self.program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--user-data-dir=" + self.profile.name, "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        target = self.call("Target.createTarget", {"url": "about:blank"}, None)["targetId"]
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True}, None)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close", {}, None)
            self.process.wait(timeout=20)
        except (OSError, EOFError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.to)
        os.close(self.back)
        shutil.rmtree(self.profile.name, ignore_errors=True)

    def message(self):
        while b"\0" not in self.rest:
            read = os.read(self.back, 1 << 20)
            if not read:
                raise EOFError("the browser has ended")
            self.rest += read
        one, self.rest = self.rest.split(b"\0", 1)
        return json.loads(one)

    def call(self, method, parameters=None, session=True):
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters or {}}
        if session:
            command["sessionId"] = self.session
        data = json.dumps(command).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def wait_for(self, method):
        while not any(event["method"] == method for event in self.events):
            answer = self.message()
            if "method" in answer:
                self.events.append(answer)

    def open(self, path, **form):
        self.visit("file://" + os.path.abspath(path), **form)

    def visit(self, address, width=1280, height=900, phone=False, dark=False):
        self.events.clear()
        self.call("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 2 if phone else 1, "mobile": phone})
        self.call("Emulation.setEmulatedMedia",
                  {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        self.open_address(address)
        # Two frames later the page has been painted.
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def open_address(self, url):
        self.call("Page.navigate", {"url": url})
        self.wait_for("Page.loadEventFired")

    def value(self, expression):
        answer = self.call("Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True})
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more})

    def key(self, key):
        for kind in ("keyDown", "keyUp"):
            # The browser moves the focus by the code of the key.
            code = {"windowsVirtualKeyCode": 9} if key == "Tab" else {}
            self.call("Input.dispatchKeyEvent", {"type": kind, "key": key, **code})

    def problems(self):
        """Errors and warnings of the console, and exceptions."""
        found = []
        for event in self.events:
            parameters = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                found.append(str(parameters["exceptionDetails"]))
            elif event["method"] == "Log.entryAdded":
                found.append(str(parameters["entry"]))
            elif event["method"] == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                found.append(str(parameters["args"]))
        return found

    def requests(self):
        return [event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"]

    def screenshot(self, path, part="body"):
        """A picture of an element, also of what is outside the window."""
        box = self.value(f"(() => {{const b = document.querySelector({json.dumps(part)}).getBoundingClientRect();"
                         "return {x: b.left + scrollX, y: b.top + scrollY, width: b.width, height: b.height, scale: 1}})()")
        answer = self.call("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True, "clip": box})
        with open(path, "wb") as stream:
            stream.write(base64.b64decode(answer["data"]))


def find_chromium():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return shutil.which(name)
    return None
