// SPDX-License-Identifier: Apache-2.0
//
// A library to be preloaded (LD_PRELOAD): it counts the calls that change the file system and, at one of them, sends the
// program a signal or lets the call fail. WRITE_FAULT is "signal N", "errno N" or "count"; WRITE_FAULT_AT is the number of the
// call, from 1; WRITE_FAULT_COUNT is a file that gets the number of calls at the end; with WRITE_FAULT_NO_EXCHANGE
// the file system cannot exchange two folders.

#include <dlfcn.h>

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

enum class Kind { count, signal, error };

struct Fault {
    Kind kind = Kind::count;
    int number = 0;
    int at = 0;
    int calls = 0;

    Fault() {
        char const* text = std::getenv("WRITE_FAULT");
        char word[16] = "";
        if (text != nullptr) std::sscanf(text, "%15s %d", word, &number);
        if (std::strcmp(word, "signal") == 0) kind = Kind::signal;
        if (std::strcmp(word, "errno") == 0) kind = Kind::error;
        if (char const* place = std::getenv("WRITE_FAULT_AT")) at = std::atoi(place);
    }
    ~Fault() {
        char const* name = std::getenv("WRITE_FAULT_COUNT");
        if (name == nullptr) return;
        char text[16];
        int const length = std::snprintf(text, sizeof text, "%d\n", calls);
        int const file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (file >= 0 && write(file, text, static_cast<size_t>(length)) < 0) std::perror(name);
        close(file);
    }
    /// True when this call is the one.
    bool due() { return ++calls == at && kind != Kind::count; }
};

Fault& fault() {
    static Fault one;
    return one;
}

/// Counts a call; true when it is to fail, with errno set.
bool fails() {
    if (!fault().due()) return false;
    if (fault().kind == Kind::signal) {
        raise(fault().number);
        return false;
    }
    errno = fault().number;
    return true;
}

template <class Call>
Call* real(Call*, char const* name) {
    return reinterpret_cast<Call*>(dlsym(RTLD_NEXT, name));
}

bool makes(char const* mode) {
    return std::strchr(mode, 'w') != nullptr;
}

}  // namespace

extern "C" {

int mkdir(char const* path, mode_t mode) {
    return fails() ? -1 : real(mkdir, "mkdir")(path, mode);
}
char* mkdtemp(char* name) {
    return fails() ? nullptr : real(mkdtemp, "mkdtemp")(name);
}
int chmod(char const* path, mode_t mode) {
    return fails() ? -1 : real(chmod, "chmod")(path, mode);
}
int chown(char const* path, uid_t user, gid_t group) {
    return fails() ? -1 : real(chown, "chown")(path, user, group);
}
int rename(char const* from, char const* to) {
    return fails() ? -1 : real(rename, "rename")(from, to);
}
int renameat2(int at, char const* from, int to_at, char const* to, unsigned flags) {
    if (std::getenv("WRITE_FAULT_NO_EXCHANGE") != nullptr) {
        errno = EINVAL;
        return -1;
    }
    return fails() ? -1 : real(renameat2, "renameat2")(at, from, to_at, to, flags);
}
int unlink(char const* path) {
    return fails() ? -1 : real(unlink, "unlink")(path);
}
int rmdir(char const* path) {
    return fails() ? -1 : real(rmdir, "rmdir")(path);
}
int open(char const* path, int flags, ...) {
    std::va_list rest;
    va_start(rest, flags);
    auto const mode = static_cast<mode_t>((flags & O_CREAT) != 0 ? va_arg(rest, int) : 0);
    va_end(rest);
    if ((flags & O_CREAT) != 0 && fails()) return -1;
    return reinterpret_cast<int (*)(char const*, int, ...)>(dlsym(RTLD_NEXT, "open"))(
        path, flags, mode);
}
FILE* fopen(char const* path, char const* mode) {
    if (makes(mode) && fails()) return nullptr;
    return real(fopen, "fopen")(path, mode);
}
size_t fwrite(void const* data, size_t size, size_t count, FILE* file) {
    auto* call = real(fwrite, "fwrite");
    if (file == stdout || file == stderr || !fault().due()) return call(data, size, count, file);
    // Half of it arrives.
    size_t const written = call(data, size, count / 2, file);
    std::fflush(file);
    if (fault().kind == Kind::signal) {
        raise(fault().number);
        return written +
               call(static_cast<char const*>(data) + written * size, size, count - written, file);
    }
    errno = fault().number;
    return written;
}
int fclose(FILE* file) {
    if (file == stdout || file == stderr || !fails()) return real(fclose, "fclose")(file);
    int const error = errno;
    real(fclose, "fclose")(file);
    errno = error;
    return EOF;
}

}  // extern "C"
