// SPDX-License-Identifier: Apache-2.0
#include "vclock.h"

static int my_proc = -1, tick_merge, gang_turns;
static int waker_on;
static pthread_mutex_t lk = PTHREAD_MUTEX_INITIALIZER;
static int (*real_timedwait)(pthread_cond_t *, pthread_mutex_t *,
			     const struct timespec *);

static void before_fork(void)
{
	atomic_fetch_add(&pg->activity, 1);
	atomic_fetch_add(&pg->forking, 1);
}

static void after_fork_child(void)
{
	pthread_mutex_init(&lk, NULL);
	waker_on = 0;
	my_proc = proc_register(getpid(), my_kind);
	atomic_fetch_sub(&pg->forking, 1);
}

__attribute__((constructor)) static void vc_init(void)
{
	const char *path = getenv("VCLOCK"), *tick = getenv("VCLOCK_TICK");

	real_timedwait = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
	if (!real_timedwait)
		real_timedwait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
	if (path)
		pg = map_page(path, 0);
	if (pg && pg->magic != VC_MAGIC)
		pg = NULL;
	my_kind = getenv("VCLOCK_CORE") ? KIND_CORE : KIND_DAEMON;
	unsetenv("VCLOCK_CORE");
	tick_merge = tick ? atoi(tick) : 0;
	gang_turns = getenv("VCLOCK_GANG") != NULL;
	if (pg) {
		my_proc = proc_register(getpid(), my_kind);
		pthread_atfork(before_fork, NULL, after_fork_child);
	}
}

/*
 * Slurm sends a message in two writes.  Without this Nagle's algorithm may hold
 * the second one for 40 real milliseconds, in which no process looks busy.
 */
int socket(int domain, int type, int protocol)
{
	int one = 1, fd = syscall(SYS_socket, domain, type, protocol);

	if (fd >= 0 && pg && (domain == AF_INET || domain == AF_INET6) &&
	    (type & 0xf) == SOCK_STREAM) {
		int e = errno;
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
		errno = e;
	}
	return fd;
}

/* Every message begins with a connection (see scan_rest() in the governor). */
int connect(int fd, const struct sockaddr *addr, socklen_t len)
{
	if (pg)
		atomic_fetch_add(&pg->activity, 1);
	return syscall(SYS_connect, fd, addr, len);
}

static void real_now(struct timespec *ts)
{
	syscall(SYS_clock_gettime, CLOCK_REALTIME, ts);
}

static void *waker(void *arg)
{
	int me = my_proc, pid = getpid();

	(void)arg;
	for (;;) {
		uint32_t v = atomic_load(&pg->procs[me].futex);
		int64_t now = atomic_load(&pg->now);
		int hw = atomic_load(&pg->hiwater);

		pthread_mutex_lock(&lk);
		for (int i = 0; i < hw; i++) {
			int64_t d = atomic_load(&pg->deadline[i]);
			/* A slot of a process that died belongs to nobody. */
			if (d > 0 && d <= now && pg->info[i].proc == me &&
			    pg->info[i].pid == pid && pg->info[i].cond && !pg->info[i].fired) {
				atomic_store(&pg->info[i].fired, 1);
				pthread_cond_broadcast((pthread_cond_t *)(uintptr_t)
						       pg->info[i].cond);
			}
		}
		pthread_mutex_unlock(&lk);
		fut_wait(&pg->procs[me].futex, v, NULL);
	}
	return NULL;
}

static void waker_start(void)
{
	pthread_mutex_lock(&lk);
	if (!waker_on) {
		pthread_t t;
		pthread_attr_t a;
		sigset_t all, old;

		waker_on = 1;
		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, &old);
		pthread_attr_init(&a);
		pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
		pthread_attr_setstacksize(&a, 128 * 1024);
		pthread_create(&t, &a, waker, NULL);
		pthread_attr_destroy(&a);
		pthread_sigmask(SIG_SETMASK, &old, NULL);
	}
	pthread_mutex_unlock(&lk);
}

/*
 * Threads that check for work every second, although here there
 * is none: slurmstepd's sampling timer (one per job) and slurmctld's federation
 * threads.  They get a tick every ten minutes instead; otherwise most of the clock's
 * steps would be theirs.  They can still be ended at once by a signal to their condition.
 */
static int idle_ticker(void)
{
	static __thread int known;
	char name[17] = "";

	if (!known) {
		prctl(PR_GET_NAME, name);
		known = !strcmp(name, "acctg_prof") || !strncmp(name, "fed_", 4) ? 2 : 1;
	}
	return known == 2;
}

/*
 * Threads of slurmctld that wake in the same second would race for its locks.  Instants
 * a few hundred nanoseconds apart make them take turns, always in this order: background
 * loop with its scheduling pass, priorities, backfill; then, with VCLOCK_GANG, the time
 * slices of gang scheduling, whose thread has no name; then the jobs that end (vsleep).
 * Slurm computes its next wake-up in microseconds, so that offsets do not accumulate.
 */
static int turn_offset(void)
{
	static __thread int known = -1;
	char name[17] = "";

	if (known < 0) {
		prctl(PR_GET_NAME, name);
		known = my_kind != KIND_CORE ? 0 : !strcmp(name, "decay") ? 100 :
			!strcmp(name, "bckfl") ? 200 :
			gang_turns && !strcmp(name, "slurmctld") ? 300 : 0;
	}
	return known;
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
			   const struct timespec *abst)
{
	int64_t dl;
	int i, rc;
	struct timespec ts;

	if (!pg || my_proc < 0)
		return real_timedwait(c, m, abst);
	dl = abst->tv_sec * NS + abst->tv_nsec;
	if (dl <= atomic_load(&pg->now)) {
		real_now(&ts);
		return real_timedwait(c, m, &ts);
	}
	if (idle_ticker())
		dl += 600 * NS;
	dl += turn_offset();
	waker_start();
	i = slot_get(dl, my_proc, c);
	for (;;) {
		real_now(&ts);
		ts.tv_sec += 5;
		rc = real_timedwait(c, m, &ts);
		if (rc == ETIMEDOUT && atomic_load(&pg->now) < dl)
			continue;
		break;
	}
	if (i >= 0) {
		pthread_mutex_lock(&lk);
		if (atomic_load(&pg->info[i].fired))
			rc = ETIMEDOUT;
		atomic_store(&pg->info[i].cond, 0);
		atomic_store(&pg->deadline[i], 0);
		pthread_mutex_unlock(&lk);
	}
	return rc;
}

time_t time(time_t *t)
{
	time_t r;

	if (pg) {
		r = atomic_load(&pg->now) / NS;
	} else {
		struct timespec ts;
		real_now(&ts);
		r = ts.tv_sec;
	}
	if (t)
		*t = r;
	return r;
}

int gettimeofday(struct timeval *restrict tv, void *restrict tz)
{
	struct timespec ts;

	(void)tz;
	if (pg) {
		int64_t n = atomic_load(&pg->now);
		tv->tv_sec = n / NS;
		tv->tv_usec = n % NS / 1000;
		return 0;
	}
	real_now(&ts);
	tv->tv_sec = ts.tv_sec;
	tv->tv_usec = ts.tv_nsec / 1000;
	return 0;
}

int clock_gettime(clockid_t id, struct timespec *ts)
{
	if (pg && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE || id == CLOCK_TAI)) {
		int64_t n = atomic_load(&pg->now);
		ts->tv_sec = n / NS;
		ts->tv_nsec = n % NS;
		return 0;
	}
	return syscall(SYS_clock_gettime, id, ts);
}

int nanosleep(const struct timespec *req, struct timespec *rem)
{
	int64_t dl;

	if (!pg)
		return syscall(SYS_nanosleep, req, rem);
	dl = atomic_load(&pg->now) + req->tv_sec * NS + req->tv_nsec;
	if (idle_ticker())
		dl += 600 * NS;
	if (vsleep_until(dl) == EINTR) {
		int64_t left = dl - atomic_load(&pg->now);
		if (rem) {
			rem->tv_sec = left > 0 ? left / NS : 0;
			rem->tv_nsec = left > 0 ? left % NS : 0;
		}
		errno = EINTR;
		return -1;
	}
	return 0;
}

/*
 * slurmctld's main thread waits each second in ten sleeps of 100 ms, only to
 * detect a shutdown early.  VCLOCK_TICK=10 replaces those ten by one.
 */
int usleep(useconds_t us)
{
	static int naps;

	if (tick_merge > 1 && us == 100000 && getpid() == (int)syscall(SYS_gettid)) {
		if (++naps % tick_merge)
			return 0;
		us *= tick_merge;
	}

	struct timespec ts = { us / 1000000, (us % 1000000) * 1000L };
	return nanosleep(&ts, NULL);
}

unsigned int sleep(unsigned int s)
{
	struct timespec ts = { s, 0 }, rem = { 0, 0 };
	if (nanosleep(&ts, &rem))
		return rem.tv_sec + (rem.tv_nsec > 0);
	return 0;
}

/*
 * Since 24.05 Slurm's daemons wait for delayed work with one POSIX timer a process, armed at an
 * absolute time, which sends a signal. The real timer stays disarmed; a thread waits for the
 * virtual instant instead. A timer that is armed again leaves the older thread without effect.
 */
static int timer_signal;
static _Atomic uint32_t timer_armed;    /* how often */

struct timer_wait {
	int64_t deadline;
	uint32_t armed;
};

static void *timer_thread(void *arg)
{
	struct timer_wait w = *(struct timer_wait *)arg;

	free(arg);
	while (atomic_load(&timer_armed) == w.armed && vsleep_until(w.deadline) == EINTR)
		;
	if (atomic_load(&timer_armed) == w.armed)
		kill(getpid(), timer_signal);
	return NULL;
}

int timer_create(clockid_t id, struct sigevent *restrict event, timer_t *restrict timer)
{
	static int (*real)(clockid_t, struct sigevent *, timer_t *);

	if (!real)
		real = dlsym(RTLD_NEXT, "timer_create");
	if (pg && event && event->sigev_notify == SIGEV_SIGNAL)
		timer_signal = event->sigev_signo;
	return real(id, event, timer);
}

int timer_settime(timer_t timer, int flags, const struct itimerspec *restrict when,
		  struct itimerspec *restrict before)
{
	static int (*real)(timer_t, int, const struct itimerspec *, struct itimerspec *);
	struct timer_wait *w;
	pthread_t t;
	pthread_attr_t a;
	sigset_t all, old;

	if (!real)
		real = dlsym(RTLD_NEXT, "timer_settime");
	if (!pg || !timer_signal)
		return real(timer, flags, when, before);
	if (before)
		memset(before, 0, sizeof *before);
	w = malloc(sizeof *w);
	if (!w)
		return -1;
	w->armed = atomic_fetch_add(&timer_armed, 1) + 1;
	w->deadline = when->it_value.tv_sec * NS + when->it_value.tv_nsec;
	if (!w->deadline) {             /* disarmed */
		free(w);
		return 0;
	}
	if (!(flags & TIMER_ABSTIME))
		w->deadline += atomic_load(&pg->now);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	pthread_attr_init(&a);
	pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&a, 128 * 1024);
	pthread_create(&t, &a, timer_thread, w);
	pthread_attr_destroy(&a);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return 0;
}
