# SPDX-License-Identifier: Apache-2.0
"""slurmdbd with its database: accounts, users, QOS and their limits."""
import os
import shutil
import socket
import subprocess
import time


class Accounting:
    """Started only for clusters with accounts or QOS."""

    def start_db(self):
        for attempt in range(4):
            with open(self.p("log", "install-db.out"), "wb") as f:
                rc = subprocess.call(
                    ["mariadb-install-db", "--no-defaults", "--user=root",
                     "--datadir=" + self.p("db"), "--skip-test-db",
                     "--auth-root-authentication-method=normal"], stdout=f, stderr=f)
            if rc == 0:
                break
            shutil.rmtree(self.p("db"))
            os.mkdir(self.p("db"))
            time.sleep(1 + attempt)
        else:
            raise RuntimeError("mariadb-install-db fails, see log/install-db.out")
        init = self.p("init.sql")
        with open(init, "w") as f:
            f.write("CREATE DATABASE oracle_acct;\n"
                    "CREATE USER 'oracle'@'127.0.0.1' IDENTIFIED BY '%s';\n"
                    "CREATE USER 'oracle'@'localhost' IDENTIFIED BY '%s';\n"
                    "GRANT ALL ON oracle_acct.* TO 'oracle'@'127.0.0.1';\n"
                    "GRANT ALL ON oracle_acct.* TO 'oracle'@'localhost';\n"
                    % (self.dbpw, self.dbpw))
        os.chmod(init, 0o600)
        m = self.spawn("mariadbd", [
            "mariadbd", "--no-defaults", "--user=root", "--datadir=" + self.p("db"),
            "--socket=" + self.p("db.sock"), "--pid-file=" + self.p("db.pid"),
            "--port=%d" % self.port_db, "--bind-address=127.0.0.1",
            "--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=64M",
            "--innodb-doublewrite=0", "--innodb-lock-wait-timeout=900",
            "--skip-name-resolve", "--init-file=" + init], shim=False)
        self.clock.add_pid(m.pid)

        def up():
            try:
                socket.create_connection(("127.0.0.1", self.port_db), 0.2).close()
                return True
            except OSError:
                return False
        self.wait("mariadbd", up, 0, 60)
        self.spawn("slurmdbd", ["slurmdbd", "-D"], extra={"VCLOCK_CORE": "1"})
        self.wait("slurmdbd", lambda: self.cmd(
            ["sacctmgr", "-n", "list", "cluster"], False).returncode == 0)
        sa = lambda *x: self.cmd(["sacctmgr", "-i", "-Q"] + list(x))
        sa("add", "cluster", "oracle")
        defs = []
        for q in self.c.get("qos", []):
            if q["name"] != "normal":
                sa("add", "qos", q["name"])
            defs.append(q["name"])
        for a in self.c.get("accounts", []):
            o = ["parent=" + a.get("parent", "root"), "fairshare=%s" % a.get("shares", 1)]
            sa("add", "account", a["name"], *o)
            if defs:
                sa("modify", "account", "where", "name=" + a["name"], "set",
                   "qos=" + ",".join(sorted(set(["normal"] + defs))))
            for u in a.get("users", []):
                u = {"name": u} if isinstance(u, str) else u
                o = ["account=" + a["name"], "fairshare=%s" % u.get("shares", 1)]
                sa("add", "user", u["name"], *o)
        if not self.c.get("accounts"):
            sa("add", "account", "all")
            for u in self.users():
                sa("add", "user", u, "account=all")
            sa("modify", "account", "where", "name=all", "set",
               "qos=" + ",".join(sorted(set(["normal"] + defs))))

    def limits(self):
        """Limits may name gres/gpu, which the database gets only from slurmctld."""
        sa = lambda *x: self.cmd(["sacctmgr", "-i", "-Q", "modify"] + list(x))
        for q in self.c.get("qos", []):
            s = ["%s=%s" % (k, ",".join(v) if isinstance(v, list) else v)
                 for k, v in q.items() if k not in ("name",)]
            if s:
                sa("qos", q["name"], "set", *s)
        for a in self.c.get("accounts", []):
            if a.get("limits"):
                sa("account", "where", "name=" + a["name"], "set", *a["limits"])
            for u in a.get("users", []):
                if not isinstance(u, str) and u.get("limits"):
                    sa("user", "where", "name=" + u["name"], "account=" + a["name"], "set",
                       *u["limits"])
