// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/resource_form_config.hpp"

#include "models/machine/optional_values.hpp"
#include "sim/scenario/long_run_config.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

/// The largest value of sbatch --nice.
constexpr double most_nice = 2147483645.0;
constexpr double most_cores = 65'533.0;  // slurm::most_threads_of_node

std::optional<Seconds> time_at(Reader& reader, std::string_view key) {
    auto const value = reader.optional_quantity<Duration>(key, Range::positive(most_seconds));
    return value ? std::optional(round_up(*value)) : std::nullopt;
}

void exclude(Reader& reader, char const* key, char const* other, char const* why) {
    if (!reader.has(key) || !reader.has(other)) return;
    reader.complain(key, Code::inconsistent, fmt::format("`{}` excludes `{}`: {}", other, key, why))
        .help = "keep one of the two";
}

void check_signal(Reader& reader, JobSpec const& job) {
    if (!job.resources.signal || job.checkpoint || std::holds_alternative<FixedWork>(job.work))
        return;
    reader
        .complain("signal",
                  Code::inconsistent,
                  "without a `checkpoint`, a training that ends at its signal loses its work")
        .help = "add a `checkpoint`";
}

}  // namespace

void read_resource_form(Reader& reader, JobSpec& job) {
    ResourceForm& form = job.resources;
    form.cores = optional_count(reader, "cores", Range::at_least(1, most_cores));
    form.memory = reader.optional_quantity<Bytes>("memory");
    form.local_disk = reader.optional_quantity<Bytes>("tmp");
    form.exclusive = reader.flag("exclusive", false);
    form.time_min = time_at(reader, "time-min");
    form.begin = time_at(reader, "begin").value_or(Seconds{});
    form.nice = reader.optional_integer("nice", Range::at_least(0, most_nice)).value_or(0);
    form.features = reader.optional_text("features").value_or("");
    form.reservation = reader.optional_text("reservation").value_or("");
    form.partitions = reader.text_list("partitions");
    form.requeue = reader.flag("requeue", true);
    form.signal = time_at(reader, "signal");
    if (form.memory && !form.cores && !job.gpus) {
        reader
            .complain("memory",
                      Code::inconsistent,
                      "the job asks for memory, but neither for cores nor for GPUs")
            .help = "add `cores` or `gpus`";
    }
    constexpr char const* whole = "an exclusive job has all of its nodes";
    exclude(reader, "cores", "exclusive", whole);
    exclude(reader, "memory", "exclusive", whole);
    constexpr char const* forecast = "the later submissions are forecast with the full limit";
    exclude(reader, "time-min", "checkpoint", forecast);
    exclude(reader, "time-min", "extended-time", "the limit that is extended is not known");
    exclude(reader, "begin", "checkpoint", "it would hold for the first submission only");
    check_signal(reader, job);
}

}  // namespace clustersim
