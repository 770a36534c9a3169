// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace clustersim {

/// An answer as a worker gives it, or problems of the server in the same form.
struct ServedAnswer {
    int exit_code = 0;
    std::string format;          ///< "json" if `text` is JSON
    std::string text;            ///< the answer; empty: none
    std::string remarks;         ///< a list in JSON
    std::string problems;        ///< likewise
    std::size_t replicates = 0;  ///< of a first answer from few of them; 0 of the whole
    int status = 0;              ///< of HTTP, if it does not follow from the exit code
};

/// An answer that is only a problem, with the status of HTTP.
ServedAnswer only_problem(int status, Diagnostic const& one);
ServedAnswer only_problems(int status, Diagnostics const& all);
/// The same answer with a problem more, and that status.
void add_problem(ServedAnswer& answer, int status, Diagnostic const& one);

/// The status of HTTP of an answer.
int status_of(ServedAnswer const& answer);

/// {"exit_code":0,"remarks":[],"problems":[],"answer":…}: an answer in JSON byte for byte, another one as a text.
std::string envelope_of(ServedAnswer const& answer);

/// One event of a worker about a question.
struct WorkerEvent {
    std::string id;    ///< of the question
    std::string name;  ///< "progress", "estimate", "so_far", "answer"
    std::string data;  ///< its other members as an object
    std::optional<ServedAnswer> answer;
};

/// Reads a line of `clustersim ask --stream`; nothing if it is none.
std::optional<WorkerEvent> read_worker_event(std::string_view line);

/// An event in the form of server-sent events.
std::string sse_event(std::string_view name, std::string_view data);

}  // namespace clustersim
