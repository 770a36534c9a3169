// SPDX-License-Identifier: Apache-2.0
#include "sim/config/document.hpp"
#include "tests/fuzz/require.hpp"

namespace {

using namespace clustersim;

/// Checks that every node has a position within its text, and no mapping has a key twice.
void check(ConfigNode const& node) {
    FUZZ_REQUIRE(node.source != nullptr);
    FUZZ_REQUIRE(node.line >= 1);
    FUZZ_REQUIRE(node.column >= 1);
    for (ConfigNode const& item : node.items) check(item);
    for (ConfigNode::Entry const& entry : node.entries) {
        FUZZ_REQUIRE(node.find(entry.key) == &entry.value);
        check(entry.value);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const node = parse_yaml(as_text(data, size), "input.yaml");
    if (node) {
        check(*node);
    } else {
        FUZZ_REQUIRE(node.error().has_errors());
        FUZZ_REQUIRE(!to_text(node.error()).empty());
    }
    return 0;
}
