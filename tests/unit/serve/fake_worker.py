# SPDX-License-Identifier: Apache-2.0
"""A worker for tests: it speaks as `clustersim ask --stream`, and does what the question says."""
import json
import os
import signal
import sys
import time

NONE = {"format": "json", "text": "", "remarks": [], "problems": []}


def say(event):
    print(json.dumps(event), flush=True)


def answer(identity, code, text):
    say({"id": identity, "event": "answer", "answer": {**NONE, "exit_code": code, "text": text}})


for line in sys.stdin:
    asked = json.loads(line)
    if "cancel" in asked:
        continue
    identity, question = asked["id"], json.loads(asked["question"])
    what = question.get("do")
    if what == "die":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif what == "exit":
        sys.exit(question["code"])
    elif what == "hang":
        while True:
            time.sleep(1)
    elif what == "wait":
        # Until it is cancelled.
        say({"id": identity, "event": "progress", "what": "replicates", "done": 0, "all": 9})
        assert json.loads(sys.stdin.readline()) == {"cancel": identity}
        answer(identity, 130, "")
    elif what == "babble":
        print("this is no event", flush=True)
    elif what == "grow":
        for done in range(3):
            say({"id": identity, "event": "progress", "what": "replicates", "done": done, "all": 3})
        say({"id": identity, "event": "so_far", "replicates": 2, "answer": {**NONE, "exit_code": 0, "text": "1"}})
        answer(identity, 0, "2")
    elif what == "memory":
        held = bytearray(question["bytes"])
        answer(identity, 0, str(len(held)))
    elif what == "write":
        try:
            with open(question["file"], "w", encoding="utf-8") as stream:
                stream.write("x")
            answer(identity, 0, "written")
        except OSError as error:
            answer(identity, 5, str(error))
    else:
        answer(identity, 0, json.dumps({"pid": os.getpid(), "workers": asked["workers"], "foreign": asked["foreign"],
                                        "command": asked["command"], "size": len(line),
                                        "variables": [name for name in os.environ if name.startswith("CLUSTERSIM_")],
                                        "files": sorted(os.listdir("/proc/self/fd"))}))
