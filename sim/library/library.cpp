// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/answer_json.hpp"
#include "sim/commands/door.hpp"
#include "sim/core/version.hpp"
#include "sim/library/clustersim.h"
#include "sim/library/heard_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

// NOLINTBEGIN(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory): the memory is C's

struct clustersim_door {
    clustersim::Door door;
};

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// What a question gets for which there is no memory, not even for this text.
constexpr char const* no_memory =
    R"({"exit_code":5,"format":"text","text":"","remarks":["clustersim: there is not enough memory for this question; )"
    R"(ask for less at a time, such as fewer jobs, points or replicates, or fewer workers"],"problems":[]})";

/// As the command line ends (sim/commands/main.cpp).
constexpr int bug = 70;

char* to_c(std::string const& text) {
    auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
}

/// The address is known to clustersim_free.
char* no_memory_answer() {
    return const_cast<char*>(
        no_memory);  // NOLINT(cppcoreguidelines-pro-type-const-cast): nobody writes to it
}

char* failed(int exit_code, std::string remark) {
    Answer answer;
    answer.exit_code = exit_code;
    answer.remarks.push_back(std::move(remark));
    return to_c(answer_json(answer));
}

char* bug_answer(char const* what) {
    return failed(
        bug,
        fmt::format("clustersim {}: internal error: {}\n  Please report this with the question.",
                    program_version(),
                    what));
}

/// Throws only std::bad_alloc.
template <class Answering>
char* without_exceptions(Answering const& answering) {
    try {
        return answering();
    } catch (std::bad_alloc const&) {
        throw;
    } catch (std::length_error const&) {
        throw std::bad_alloc();
    } catch (fs::filesystem_error const& error) {
        return failed(
            static_cast<int>(Fault::io),
            fmt::format("clustersim: {}: {}", error.path1().string(), error.code().message()));
    } catch (std::system_error const& error) {
        // No memory for another thread.
        if (error.code() == std::errc::resource_unavailable_try_again ||
            error.code() == std::errc::not_enough_memory)
            throw std::bad_alloc();
        return bug_answer(error.what());
    } catch (std::exception const& error) {
        return bug_answer(error.what());
    } catch (...) {
        return bug_answer("an exception of an unknown kind");
    }
}

Trust trust_of(unsigned flags) {
    if ((flags & CLUSTERSIM_FOREIGN) != 0) return Trust::foreign;
    return (flags & CLUSTERSIM_CONFINED) != 0 ? Trust::confined : Trust::own;
}

char* asked(Door& door,
            char const* text,
            unsigned flags,
            unsigned workers,
            clustersim_hear hear,
            void* user) {
    Question question;
    question.text = text;
    question.trust = trust_of(flags);
    if (workers == 0) workers = std::max(1U, std::thread::hardware_concurrency());
    if (hear == nullptr) return to_c(answer_json(door.ask(question, {.workers = workers})));
    Hearing const hearing{[hear, user](char const* event) { return hear(user, event); },
                          (flags & CLUSTERSIM_SO_FAR) != 0};
    return to_c(answer_json(heard_answer(door, question, workers, hearing)));
}

}  // namespace
}  // namespace clustersim

char const* clustersim_version(void) {
    return clustersim::program_version().data();
}

clustersim_door* clustersim_open(char const* data_folder, size_t kept_bytes) {
    namespace fs = std::filesystem;
    if (data_folder == nullptr) return nullptr;
    try {
        std::error_code error;
        fs::path const folder = data_folder;
        if (!fs::is_directory(folder / "systems", error)) return nullptr;
        return new clustersim_door{clustersim::Door({folder}, kept_bytes)};
    } catch (...) {
        return nullptr;
    }
}

void clustersim_close(clustersim_door* door) {
    delete door;
}

char* clustersim_ask(clustersim_door* door,
                     char const* question,
                     unsigned flags,
                     unsigned workers,
                     clustersim_hear hear,
                     void* user) {
    using namespace clustersim;
    try {
        return without_exceptions([&] {
            constexpr int usage = static_cast<int>(Fault::usage);
            if (door == nullptr) return failed(usage, "clustersim_ask: the door is NULL");
            if (question == nullptr) return failed(usage, "clustersim_ask: the question is NULL");
            return asked(door->door, question, flags, workers, hear, user);
        });
    } catch (...) {
        return no_memory_answer();
    }
}

void clustersim_free(char* answer) {
    if (answer != clustersim::no_memory) std::free(answer);
}

// NOLINTEND(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
