// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/answer_json.hpp"
#include "sim/commands/door.hpp"
#include "sim/core/version.hpp"

#include <cstdlib>
#include <cstring>
#include <string>

struct clustersim_door {
    clustersim::Door door;
};
using clustersim_hear = int (*)(void*, char const*);

extern "C" {
char const* clustersim_version() {
    return clustersim::program_version().data();
}
clustersim_door* clustersim_open(char const* folder, size_t kept) {
    return new clustersim_door{clustersim::Door({folder}, kept)};
}
void clustersim_close(clustersim_door* door) {
    delete door;
}
void clustersim_free(char* text) {
    std::free(text);
}
char* clustersim_ask(clustersim_door* door,
                     char const* text,
                     unsigned flags,
                     unsigned,
                     clustersim_hear hear,
                     void* user) {
    using namespace clustersim;
    Question question;
    question.text = text;
    if ((flags & 1U) != 0) question.trust = Trust::foreign;
    Listener listener;
    if (hear != nullptr)
        listener.progress = [&](Progress const& one) { hear(user, progress_json(one).c_str()); };
    if (hear != nullptr && (flags & 2U) != 0) {
        listener.so_far = [&](Answer const& one, std::size_t n) {
            hear(user, so_far_json(one, n).c_str());
        };
        listener.estimate = [&](double seconds) { hear(user, estimate_json(seconds).c_str()); };
    }
    return strdup(answer_json(door->door.ask(question, listener)).c_str());
}
}
