// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/running_server.hpp"

#include <pthread.h>

#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigwait is of POSIX
#include <thread>

namespace clustersim {
namespace {

sigset_t ending_signals() {
    sigset_t ending{};
    sigemptyset(&ending);
    for (int const one : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction present {};
        // Whoever starts it by nohup wants no end with the terminal.
        sigaction(one, nullptr, &present);
        if (present.sa_handler != SIG_IGN) sigaddset(&ending, one);
    }
    return ending;
}

}  // namespace

void hold_signals() {
    sigset_t const ending = ending_signals();
    pthread_sigmask(SIG_BLOCK, &ending, nullptr);
}

void serve_until_signal(HttpServer& server, std::function<void()> const& before_end) {
    pthread_t const here = pthread_self();
    std::thread serving([&] {
        server.run();
        // If it ended by itself, nobody else would.
        pthread_kill(here, SIGTERM);
    });
    sigset_t const ending = ending_signals();
    int got = 0;
    sigwait(&ending, &got);
    before_end();
    server.stop();
    serving.join();
}

}  // namespace clustersim
