// SPDX-License-Identifier: Apache-2.0
// Tests whether any watched process still has something to do.
#pragma once
#include "vclock.h"

struct watch {                      /* cached /proc handles of one process */
	int pid, dirfd, nlink, n, cap, kind;
	int *fd;                        /* wchan or stat of each thread */
	int *fd2;                       /* its schedstat */
	unsigned long long *ran;        /* how often it had run at the last check */
};
static struct watch *w;
static int nw;
static int use_wchan;

static void watch_free(struct watch *x)
{
	for (int i = 0; i < x->n; i++) {
		close(x->fd[i]);
		close(x->fd2[i]);
	}
	free(x->fd);
	free(x->fd2);
	free(x->ran);
	if (x->dirfd >= 0)
		close(x->dirfd);
	memset(x, 0, sizeof(*x));
	x->dirfd = -1;
}

static int watch_fill(struct watch *x)
{
	char path[64];
	struct stat st;
	DIR *d;
	struct dirent *e;

	for (int i = 0; i < x->n; i++) {
		close(x->fd[i]);
		close(x->fd2[i]);
	}
	x->n = 0;
	if (x->dirfd < 0) {
		snprintf(path, sizeof path, "/proc/%d/task", x->pid);
		x->dirfd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (x->dirfd < 0)
			return -1;
	}
	if (fstat(x->dirfd, &st))
		return -1;
	x->nlink = st.st_nlink;
	snprintf(path, sizeof path, "/proc/%d/task", x->pid);
	d = opendir(path);
	if (!d)
		return -1;
	while ((e = readdir(d))) {
		int f;
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "%.20s/%s", e->d_name,
			 use_wchan ? "wchan" : "stat");
		f = openat(x->dirfd, path, O_RDONLY | O_CLOEXEC);
		if (f < 0)
			continue;
		if (x->n == x->cap) {
			x->cap = x->cap ? x->cap * 2 : 8;
			x->fd = realloc(x->fd, x->cap * sizeof(int));
			x->fd2 = realloc(x->fd2, x->cap * sizeof(int));
			x->ran = realloc(x->ran, x->cap * sizeof(*x->ran));
		}
		snprintf(path, sizeof path, "%.20s/schedstat", e->d_name);
		x->fd2[x->n] = openat(x->dirfd, path, O_RDONLY | O_CLOEXEC);
		x->ran[x->n] = 0;
		x->fd[x->n++] = f;
	}
	closedir(d);
	return 0;
}

/* 1 busy, 0 blocked, -1 gone */
static int task_busy(int fd)
{
	char b[512], *p;
	ssize_t n = pread(fd, b, sizeof b - 1, 0);

	if (n <= 0)
		return -1;
	b[n] = 0;
	if (use_wchan) {
		/* Waits that only a signal, a message or a timer ends.  Anything
		 * else may be a page fault or a kernel lock: look at the state. */
		static const char *const calm[] = {
			"futex", "poll_s", "do_pol", "do_sys_p", "do_sel", "pipe_", "anon_p",
			"do_wai", "inet_csk", "sk_wait", "skb_wait", "__skb_w", "unix_",
			"wait_wok", "hrtimer_n", "do_nano", "ep_poll", "do_sigt", "sigsus",
			"do_epoll", "smpboot", NULL };
		for (int i = 0; calm[i]; i++)
			if (!strncmp(b, calm[i], strlen(calm[i])))
				return 0;
		return 1;
	}
	p = strrchr(b, ')');
	if (!p)
		return -1;
	return !(p[2] == 'S' || p[2] == 'I' || p[2] == 'Z' || p[2] == 'T' ||
		 p[2] == 'X' || p[2] == 't');
}

/* Zombies and dead processes show wchan "0": look at stat for those. */
static int really_busy(int pid)
{
	char path[64], b[512], *p;
	int fd, busy = 0;
	ssize_t n;
	DIR *d;
	struct dirent *e;

	snprintf(path, sizeof path, "/proc/%d/task", pid);
	d = opendir(path);
	if (!d)
		return 0;
	while (!busy && (e = readdir(d))) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "/proc/%d/task/%.20s/stat", pid, e->d_name);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		if (fd < 0)
			continue;
		n = read(fd, b, sizeof b - 1);
		close(fd);
		if (n <= 0)
			continue;
		b[n] = 0;
		p = strrchr(b, ')');
		if (p && !strchr("SIZTXt", p[2]))
			busy = 1;
	}
	closedir(d);
	return busy;
}

/* The third number of schedstat: how many times the thread was put on a CPU. */
static unsigned long long times_run(int fd)
{
	char b[96], *p;
	ssize_t n = pread(fd, b, sizeof b - 1, 0);

	if (n <= 0)
		return 0;
	b[n] = 0;
	p = strrchr(b, ' ');
	return p ? strtoull(p, NULL, 10) : 0;
}

/*
 * LOOK: is any thread runnable?  FIRST: the same, and record how often each thread has
 * run.  SECOND: the same, and has any run since FIRST?  If all threads of all processes
 * are blocked at both checks and have not run in between, the system is idle.  A single
 * check can miss two processes that wake each other in turn.
 */
enum { LOOK, FIRST, SECOND };

static int proc_busy(struct watch *x, int pass)
{
	struct stat st;

	if (x->kind != KIND_SLEEPER || x->n != 1)
		if (fstat(x->dirfd, &st) || st.st_nlink != (nlink_t)x->nlink) {
			if (watch_fill(x))
				return -1;
			if (pass == SECOND)
				return 1;
		}
	for (int try = 0; try < 2; try++) {
		int gone = 0;
		for (int i = 0; i < x->n; i++) {
			int r = task_busy(x->fd[i]);
			unsigned long long c;

			if (r > 0)
				return use_wchan ? really_busy(x->pid) : 1;
			if (r < 0)
				gone = 1;
			if (r < 0 || pass == LOOK)
				continue;
			c = times_run(x->fd2[i]);
			if (pass == SECOND && c != x->ran[i])
				return 1;
			x->ran[i] = c;
		}
		if (x->n == 0) {                /* caught in the middle of an exec or exit */
			x->nlink = -1;
			return really_busy(x->pid);
		}
		if (!gone)
			return 0;
		if (watch_fill(x))
			return -1;
		if (pass == SECOND)
			return 1;
	}
	return 1;
}

static int pid_at(int i)
{
	return i < NPROC ? atomic_load(&pg->procs[i].pid)
			 : atomic_load(&pg->extra_pids[i - NPROC]);
}

static int check_one(int i, int pass)
{
	int pid = pid_at(i);
	struct watch *x = &w[i];
	int r;

	if (x->pid != pid) {
		watch_free(x);
		if (!pid)
			return 0;
		x->pid = pid;
		x->dirfd = -1;
		x->nlink = -1;
		x->kind = i < NPROC ? atomic_load(&pg->procs[i].kind) : KIND_CORE;
	}
	if (!pid)
		return 0;
	r = x->dirfd < 0 && watch_fill(x) ? -1 : proc_busy(x, pass);
	if (r < 0 && kill(pid, 0) && errno == ESRCH) {
		watch_free(x);
		if (i < NPROC)
			atomic_store(&pg->procs[i].pid, 0);
		else
			atomic_store(&pg->extra_pids[i - NPROC], 0);
	}
	return r > 0;
}

/*
 * The core daemons are checked at every step.  The other processes (node daemons, job
 * steps, jobs) are skipped if they were idle before and since then there was no new
 * connection, no fork, and none of their own timers expired.
 */
static uint32_t quiet_activity;
static int rest_woken = 1;

static int last_busy = -1;

/* The kernel threads that deliver loopback packets when softirqs pile up. */
static struct watch ksoft[64];
static int nksoft;

static void find_ksoftirqd(void)
{
	DIR *d = opendir("/proc");
	struct dirent *e;

	while (d && (e = readdir(d)) && nksoft < 64) {
		char path[64], b[32] = "";
		int fd;

		if (e->d_name[0] < '0' || e->d_name[0] > '9')
			continue;
		snprintf(path, sizeof path, "/proc/%.20s/comm", e->d_name);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		if (fd < 0)
			continue;
		if (read(fd, b, sizeof b - 1) > 0 && !strncmp(b, "ksoftirqd/", 10)) {
			memset(&ksoft[nksoft], 0, sizeof ksoft[0]);
			ksoft[nksoft].pid = atoi(e->d_name);
			ksoft[nksoft].dirfd = -1;
			ksoft[nksoft].kind = KIND_SLEEPER;
			if (!watch_fill(&ksoft[nksoft]))
				nksoft++;
		}
		close(fd);
	}
	if (d)
		closedir(d);
}

static int scan_core(int pass)
{
	for (int i = 0; i < nksoft; i++)
		if (proc_busy(&ksoft[i], LOOK) > 0)
			return 1;
	if (last_busy >= 0 && check_one(last_busy, LOOK))
		return 1;
	for (int i = NPROC + 15; i >= NPROC; i--)
		if (pid_at(i) && check_one(i, pass)) {
			last_busy = i;
			return 1;
		}
	for (int i = 0; i < pg->nproc; i++)
		if (pg->procs[i].pid && pg->procs[i].kind == KIND_CORE &&
		    check_one(i, pass)) {
			last_busy = i;
			return 1;
		}
	return 0;
}

static int scan_rest(int pass)
{
	for (int i = 0; i < pg->nproc; i++)
		if ((pg->procs[i].pid || w[i].pid) && pg->procs[i].kind != KIND_CORE &&
		    check_one(i, pass)) {
			last_busy = i;
			return 1;
		}
	return 0;
}

static void pause_us(long us)
{
	struct timespec ts = { us / 1000000, us % 1000000 * 1000 };
	nanosleep(&ts, NULL);
}

static int fork_pending(void)
{
	static int32_t last, base;      /* base: those that will never come */
	static struct timespec since;
	struct timespec t;
	int32_t f = atomic_load(&pg->forking);

	if (f < base)
		base = f;
	if (f == base) {
		last = f;
		return 0;
	}
	clock_gettime(CLOCK_MONOTONIC, &t);
	if (f != last) {
		last = f;
		since = t;
	}
	if (t.tv_sec - since.tv_sec > 5) {      /* a failed fork, or the child died at birth */
		base = f;
		return 0;
	}
	return 1;
}

static int idle(long gap)
{
	uint32_t act;
	int rest;
	int32_t reg = atomic_load(&pg->nreg);

	if (fork_pending())
		return 0;

	if (scan_core(LOOK))
		return 0;
	act = atomic_load(&pg->activity);
	rest = rest_woken || act != quiet_activity;
	if (scan_core(FIRST) || (rest && scan_rest(FIRST)))
		return 0;
	pause_us(gap);
	if (scan_core(SECOND) || (rest && scan_rest(SECOND)))
		return 0;
	if (fork_pending() || atomic_load(&pg->nreg) != reg)
		return 0;
	if (rest) {
		pg->full_scans++;
		rest_woken = 0;
		quiet_activity = act;
	}
	return 1;
}
