// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/request/job_request.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace clustersim {

/// The submissions of one sampled future, in the order of their instants.
class SubmissionStream {
  public:
    SubmissionStream() = default;
    SubmissionStream(SubmissionStream const&) = delete;
    SubmissionStream& operator=(SubmissionStream const&) = delete;
    virtual ~SubmissionStream() = default;

    /// When the next one is submitted; nothing if there are no more.
    [[nodiscard]] virtual std::optional<Instant> next() const = 0;
    /// Its request, with its run times; the stream goes on to the one after it.
    virtual slurm::JobRequest take() = 0;
};

/// What people will submit after a snapshot.
class LaterSubmissions {
  public:
    LaterSubmissions() = default;
    LaterSubmissions(LaterSubmissions const&) = delete;
    LaterSubmissions& operator=(LaterSubmissions const&) = delete;
    virtual ~LaterSubmissions() = default;

    /// The future of that number; the same seed and number give the same one.
    [[nodiscard]] virtual std::unique_ptr<SubmissionStream> future(std::uint64_t seed,
                                                                   std::uint64_t number) const = 0;
    /// Where they come from, as a sentence.
    [[nodiscard]] virtual std::string source() const = 0;
};

}  // namespace clustersim
