// SPDX-License-Identifier: Apache-2.0
#include "idle.h"

static void reap_dead(void)
{
	for (int i = 0; i < pg->nproc; i++) {
		int pid = atomic_load(&pg->procs[i].pid);
		if (pid && kill(pid, 0) && errno == ESRCH)
			atomic_store(&pg->procs[i].pid, 0);
	}
}

static void wake_slot(int i)
{
	int p = pg->info[i].proc;

	if (!pg->info[i].core)
		rest_woken = 1;

	if (p >= 0) {
		atomic_fetch_add(&pg->procs[p].futex, 1);
		fut_wake(&pg->procs[p].futex);
	} else {
		atomic_fetch_add(&pg->info[i].futex, 1);
		fut_wake(&pg->info[i].futex);
	}
}

int main(int argc, char **argv)
{
	long gap = argc > 3 ? atol(argv[3]) : 50, busy_gap = gap;
	struct rlimit rl;
	int64_t nudged_at = -1;
	int child, nudges = 0;

	if (argc < 3) {
		fprintf(stderr, "usage: vclockd PAGE EPOCH [gap_us]\n");
		return 2;
	}
	getrlimit(RLIMIT_NOFILE, &rl);
	rl.rlim_cur = rl.rlim_max;
	setrlimit(RLIMIT_NOFILE, &rl);
	prctl(PR_SET_TIMERSLACK, 1000UL);
	nw = NPROC + 16;
	w = calloc(nw, sizeof(*w));
	for (int i = 0; i < nw; i++)
		w[i].dirfd = -1;

	child = fork();
	if (!child) {
		for (;;)
			pause();
	}
	if (child > 0) {            /* is wchan meaningful? */
		char path[64], b[64];
		int fd;
		ssize_t n = 0;

		pause_us(20000);
		snprintf(path, sizeof path, "/proc/%d/wchan", child);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		if (fd >= 0) {
			n = read(fd, b, sizeof b);
			close(fd);
		}
		use_wchan = n > 1;
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	}
	find_ksoftirqd();

	pg = map_page(argv[1], 1);
	if (!pg) {
		perror("page");
		return 1;
	}
	atomic_store(&pg->now, atoll(argv[2]) * NS);
	atomic_store(&pg->limit, atoll(argv[2]) * NS);
	atomic_store(&pg->mode, MODE_RUN);
	pg->magic = VC_MAGIC;

	while (atomic_load(&pg->mode) != MODE_QUIT) {
		int64_t now, limit, next;
		int hw, expired = 0;

		if (getppid() == 1)
			break;
		if (atomic_load(&pg->mode) == MODE_HOLD) {
			pause_us(200);
			continue;
		}
		if (!idle(gap)) {
			pause_us(busy_gap);
			if (busy_gap < 2000)
				busy_gap += busy_gap / 4 + 1;
			continue;
		}
		busy_gap = gap;
		now = atomic_load(&pg->now);
		limit = atomic_load(&pg->limit);
		next = limit;
		hw = atomic_load(&pg->hiwater);
		for (int i = 0; i < hw; i++) {
			int64_t d = atomic_load_explicit(&pg->deadline[i],
							 memory_order_acquire);
			if (d <= 0)
				continue;
			if (d > now) {
				if (d < next)
					next = d;
				continue;
			}
			if (syscall(SYS_tgkill, pg->info[i].pid, pg->info[i].tid, 0) &&
			    errno == ESRCH) {
				atomic_store(&pg->deadline[i], 0);
				continue;
			}
			if (nudged_at != now || nudges < 2) {
				wake_slot(i);   /* late or lost: wake it again */
				expired++;
			}
		}
		if (expired) {
			if (nudged_at != now) {
				nudged_at = now;
				nudges = 0;
			}
			nudges++;
			pause_us(300);
			continue;
		}
		if (next <= now) {
			atomic_store(&pg->reached, now);
			pause_us(150);
			continue;
		}
		atomic_store(&pg->now, next);
		if (++pg->steps % 256 == 0)
			reap_dead();
		for (int i = 0; i < hw; i++) {
			int64_t d = atomic_load(&pg->deadline[i]);
			if (d > 0 && d <= next)
				wake_slot(i);
		}
	}
	return 0;
}
