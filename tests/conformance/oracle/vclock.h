// SPDX-License-Identifier: Apache-2.0
/*
 * A discrete-event virtual clock for a group of unmodified daemons: the page they share.
 *
 *   shim.c      libvclock.so  LD_PRELOAD library: time(), sleep(), pthread_cond_timedwait() ...
 *                             read and wait on the virtual clock
 *   governor.c  vclockd       moves the clock
 *   vsleep.c    vsleep        interpreter of the batch scripts: sleeps N virtual seconds and exits
 *
 * The clock is in a small shared file.  It is stopped while any registered process has
 * something to do; when all of them are blocked, the governor jumps directly to the earliest
 * deadline any thread is waiting for (never past the limit that the driver has set).  So daemons
 * appear infinitely fast, an hour costs as many steps as it has timer events, and results
 * do not depend on how loaded the machine is.
 */
#pragma once
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define VC_MAGIC 0x56434c4f434b3031ULL
#define NSLOT 16384
#define NPROC 8192
#define NS 1000000000LL

enum { KIND_DAEMON = 0, KIND_SLEEPER = 1, KIND_CORE = 2 };
enum { MODE_HOLD = 0, MODE_RUN = 1, MODE_QUIT = 2 };

struct slot_info {
	_Atomic int32_t pid, tid, proc;     /* proc: index in procs[], or -1 */
	_Atomic uint32_t futex;             /* plain sleepers wait here */
	_Atomic uint32_t fired;
	_Atomic int32_t core;               /* belongs to a core daemon */
	_Atomic uint64_t cond;              /* pthread_cond_t * in its process */
};

struct proc_info {
	_Atomic int32_t pid;
	_Atomic int32_t kind;               /* KIND_SLEEPER: exactly one thread */
	_Atomic uint32_t futex;             /* the process' waker thread waits here */
};

struct page {
	uint64_t magic;                     /*  0 */
	_Atomic int64_t now;                /*  8  virtual ns since the epoch */
	_Atomic int64_t limit;              /* 16  set by the driver */
	_Atomic int64_t reached;            /* 24  = now, once idle at the limit */
	_Atomic int32_t mode;               /* 32 */
	_Atomic int32_t hiwater;            /* 36 */
	_Atomic uint64_t steps;             /* 40 */
	_Atomic uint64_t full_scans;        /* 48 */
	_Atomic uint64_t spare;             /* 56 */
	_Atomic int32_t extra_pids[16];     /* 64  processes without the shim */
	_Atomic int32_t nproc;              /* procs[] in use: below this */
	_Atomic int32_t nreg;               /* registrations so far */
	_Atomic int32_t forking;            /* children not yet registered */
	_Atomic uint32_t activity;          /* connections and forks so far */
	_Atomic int64_t deadline[NSLOT];    /* 0 free, -1 being set up */
	struct slot_info info[NSLOT];
	struct proc_info procs[NPROC];
};

static struct page *pg;
static int my_kind;

static long fut_wait(_Atomic uint32_t *a, uint32_t val, const struct timespec *ts)
{
	return syscall(SYS_futex, a, FUTEX_WAIT, val, ts, NULL, 0);
}

__attribute__((unused)) static void fut_wake(_Atomic uint32_t *a)
{
	syscall(SYS_futex, a, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static struct page *map_page(const char *path, int create)
{
	int fd = open(path, O_RDWR | O_CLOEXEC | (create ? O_CREAT : 0), 0666);
	struct page *p;

	if (fd < 0)
		return NULL;
	if (create) {
		fchmod(fd, 0666);
		if (ftruncate(fd, sizeof(struct page)))
			return NULL;
	}
	p = mmap(NULL, sizeof(*p), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	return p == MAP_FAILED ? NULL : p;
}

__attribute__((unused)) static int proc_register(int pid, int kind)
{
	atomic_fetch_add(&pg->nreg, 1);
	for (int i = 0; i < pg->nproc; i++)
		if (atomic_load(&pg->procs[i].pid) == pid) {    /* after an exec */
			atomic_store(&pg->procs[i].kind, kind);
			return i;
		}
	for (int i = 0; i < NPROC; i++) {
		int32_t zero = 0;
		if (atomic_load(&pg->procs[i].pid) == 0 &&
		    atomic_compare_exchange_strong(&pg->procs[i].pid, &zero, pid)) {
			int32_t n = atomic_load(&pg->nproc);
			atomic_store(&pg->procs[i].kind, kind);
			while (n <= i && !atomic_compare_exchange_weak(&pg->nproc, &n, i + 1))
				;
			return i;
		}
	}
	return -1;
}

static int slot_get(int64_t deadline, int proc, void *cond)
{
	for (int i = 0; i < NSLOT; i++) {
		int64_t zero = 0;
		int hw;
		struct slot_info *s = &pg->info[i];

		if (atomic_load_explicit(&pg->deadline[i], memory_order_relaxed) ||
		    !atomic_compare_exchange_strong(&pg->deadline[i], &zero, -1))
			continue;
		atomic_store(&s->pid, getpid());
		atomic_store(&s->tid, (int)syscall(SYS_gettid));
		atomic_store(&s->proc, proc);
		atomic_store(&s->fired, 0);
		atomic_store(&s->core, my_kind == KIND_CORE);
		atomic_store(&s->cond, (uint64_t)(uintptr_t)cond);
		hw = atomic_load(&pg->hiwater);
		while (hw <= i && !atomic_compare_exchange_weak(&pg->hiwater, &hw, i + 1))
			;
		atomic_store(&pg->deadline[i], deadline);
		return i;
	}
	return -1;
}

/* Wait until the clock shows `deadline`; 0, or EINTR on a signal. */
__attribute__((unused)) static int vsleep_until(int64_t deadline)
{
	int i, rc = 0;

	if (atomic_load(&pg->now) >= deadline)
		return 0;
	i = slot_get(deadline, -1, NULL);
	if (i < 0)
		return 0;
	while (atomic_load(&pg->now) < deadline) {
		struct timespec ts = { 5, 0 };
		uint32_t v = atomic_load(&pg->info[i].futex);

		if (atomic_load(&pg->now) >= deadline)
			break;
		if (fut_wait(&pg->info[i].futex, v, &ts) && errno == EINTR) {
			rc = EINTR;
			break;
		}
	}
	atomic_store(&pg->deadline[i], 0);
	return rc;
}
