// SPDX-License-Identifier: Apache-2.0
// Starts a program of a portable tree with the dynamic loader and the libraries of this tree, whatever the system has.
//
// It is linked statically and is in bin/ or libexec/clustersim/ of the tree, under the name of the program that it
// starts. In lib/clustersim/ of the tree are programs/NAME and loader/NAME, a copy of the loader that ps and top show
// as NAME.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { not_started = 126, most_words = 6, highest_folder = 3 };
// The oldest kernel whose system calls were tried.
enum { oldest_major = 3, oldest_minor = 10 };

/// The absolute path of this file, without links. Without /proc, the kernel tells the path by which it was started.
static int find_self(char *path) {
    ssize_t const length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (length > 0) {
        path[length] = '\0';
        return 1;
    }
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the interface of getauxval
    char const *const started = (char const *)getauxval(AT_EXECFN);
    return started != NULL && realpath(started, path) != NULL;
}

/// Writes PREFIX/lib/clustersim/FOLDER/NAME. False if it is too long.
static int join(char *path, size_t prefix, char const *self, char const *folder, char const *name) {
    int const length =
        snprintf(path, PATH_MAX, "%.*s/lib/clustersim/%s/%s", (int)prefix, self, folder, name);
    return length > 0 && length < PATH_MAX;
}

/// The compiler may use this instruction for every part of the program (CMakeLists.txt).
static int processor_is_known(void) {
#ifdef __x86_64__
    __builtin_cpu_init();
    return __builtin_cpu_supports("popcnt");
#else
    return 1;
#endif
}

static int kernel_is_known(struct utsname const *kernel) {
    char *rest = NULL;
    long const major = strtol(kernel->release, &rest, 10);
    long const minor = *rest == '.' ? strtol(rest + 1, NULL, 10) : 0;
    return major > oldest_major || (major == oldest_major && minor >= oldest_minor);
}

int main(int argc, char **argv) {
    char self[PATH_MAX];
    if (!find_self(self)) {
        fprintf(stderr, "clustersim: this program cannot find its own folder: %s\n", strerror(errno));
        return not_started;
    }
    char const *const name = strrchr(self, '/') + 1;
    struct utsname kernel;
    if (uname(&kernel) == 0 && !kernel_is_known(&kernel)) {
        fprintf(stderr,
                "%s: this kernel is Linux %s; %d.%d or later is needed\n",
                name,
                kernel.release,
                oldest_major,
                oldest_minor);
        return not_started;
    }
    if (!processor_is_known()) {
        fprintf(stderr,
                "%s: this processor lacks the instruction POPCNT, which x86 processors have since 2009\n",
                name);
        return not_started;
    }
    char loader[PATH_MAX];
    char program[PATH_MAX];
    int found = 0;
    size_t prefix = (size_t)(name - self) - 1;
    for (int up = 0; up < highest_folder; ++up) {
        found = join(loader, prefix, self, "loader", name) &&
                join(program, prefix, self, "programs", name) && access(loader, F_OK) == 0;
        if (found || prefix == 0) break;
        do --prefix;
        while (prefix > 0 && self[prefix] != '/');
    }
    if (!found) {
        fprintf(stderr,
                "%s: lib/clustersim/loader/%s is not there: keep the unpacked folder whole, and link to "
                "its bin/%s instead of copying it\n",
                name,
                name,
                name);
        return not_started;
    }
    // Libraries of the system's own C library cannot be loaded into programs with another one.
    unsetenv("LD_PRELOAD");
    unsetenv("LD_AUDIT");
    char **const words = calloc((size_t)argc + most_words, sizeof *words);
    if (words == NULL) return not_started;
    char const *const first[] = {name, "--inhibit-cache", "--argv0", self, program};
    size_t count = 0;
    for (size_t i = 0; i < sizeof first / sizeof *first; ++i) words[count++] = (char *)first[i];
    for (int i = 1; i < argc; ++i) words[count++] = argv[i];
    execv(loader, words);
    fprintf(stderr, "%s: %s cannot be started: %s\n", name, loader, strerror(errno));
    return not_started;
}
