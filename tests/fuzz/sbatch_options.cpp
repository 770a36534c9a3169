// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/array_text.hpp"
#include "sim/slurm/request/dependency_text.hpp"
#include "sim/slurm/request/feature_expression.hpp"
#include "sim/slurm/request/sbatch_words.hpp"
#include "tests/fuzz/require.hpp"

#include <string>

namespace {

using namespace clustersim;
using namespace clustersim::slurm;

void check_values(std::string_view text) {
    constexpr std::int64_t array_size = 1001;
    if (auto const array = parse_array(text, array_size)) {
        FUZZ_REQUIRE(!array->tasks.empty());
        FUZZ_REQUIRE(array->tasks.front() >= 0 && array->tasks.back() < array_size);
        auto const again = parse_array(fold_indices(array->tasks), array_size);
        FUZZ_REQUIRE(again && again->tasks == array->tasks);
    }
    if (auto const list = parse_dependency(text); list && !list->any_is_enough) {
        auto const again = parse_dependency(dependency_text(*list));
        FUZZ_REQUIRE(again && *again == *list);
    }
    if (auto const features = parse_features(text)) FUZZ_REQUIRE(!features->parts.empty());
}

}  // namespace

/// The text as a line of options, and as the value of an option.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const text = as_text(data, size);
    Clock const clock{Instant{0}, Seconds{1'700'000'000}};
    JobRequest request;
    auto const reading = read_sbatch_line(text, clock, request);
    for (auto const& problem : reading.problems) FUZZ_REQUIRE(!problem.empty());
    check_values(text);
    return 0;
}
