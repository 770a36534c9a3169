// SPDX-License-Identifier: Apache-2.0
#include "vclock.h"

static volatile sig_atomic_t stopped;

static void on_signal(int sig)
{
	stopped = sig == SIGTSTP;
}

/* Until SIGCONT; slurmstepd sends SIGTSTP at once and SIGSTOP two seconds later. */
static void wait_for_continue(void)
{
	sigset_t both, old;

	sigemptyset(&both);
	sigaddset(&both, SIGTSTP);
	sigaddset(&both, SIGCONT);
	sigprocmask(SIG_BLOCK, &both, &old);
	while (stopped)
		sigsuspend(&old);
	sigprocmask(SIG_SETMASK, &old, NULL);
}

/*
 * vsleep PAGE:SECONDS[;SECONDS...][,EXITCODE]   used as "#!/dir/vsleep ..."
 * With several values an array task takes the one at (task id modulo count).
 * Time during which the job is suspended does not count.
 */
int main(int argc, char **argv)
{
	char *c = argc > 1 ? strrchr(argv[1], ':') : NULL, *x;
	const char *task = getenv("SLURM_ARRAY_TASK_ID"), *job = getenv("SLURM_JOB_ID");
	struct sigaction act = { .sa_handler = on_signal };
	int64_t end;
	int code = 0, n = 1;

	if (!c)
		return 2;
	*c++ = 0;
	pg = map_page(argv[1], 0);
	if (!pg || pg->magic != VC_MAGIC)
		return 3;
	end = atomic_load(&pg->now);
	sigaction(SIGTSTP, &act, NULL);
	sigaction(SIGCONT, &act, NULL);
	proc_register(getpid(), KIND_SLEEPER);
	if ((x = strchr(c, ',')))
		code = atoi(x + 1);
	for (x = c; *x; x++)
		n += *x == ';';
	for (int k = task && n > 1 ? atoi(task) % n : 0; k > 0; k--)
		c = strchr(c, ';') + 1;
	end += (int64_t)(atof(c) * 1e9);
	/* After the daemons' turns of the same instant, and one job after the other. */
	end = end / 1000 * 1000 + 400 + (job ? atoi(job) % 500 : 0);
	while (vsleep_until(end) == EINTR) {
		int64_t since = atomic_load(&pg->now);

		if (stopped) {
			wait_for_continue();
			end += atomic_load(&pg->now) - since;
		}
	}
	return code;
}
