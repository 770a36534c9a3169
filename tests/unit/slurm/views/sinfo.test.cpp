// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/sinfo.hpp"

#include "sim/slurm/views/node_state.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/views/recorded_snapshot.hpp"

#include <algorithm>
#include <sstream>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

std::string sinfo_listing(SinfoOptions const& options, std::string const& look = "a") {
    auto const text = sinfo_text(recorded_snapshot(look), options);
    REQUIRE(text);
    return *text;
}

/// Slurm 22.05 reads partitions in parallel: within a node of -N their order varies between calls.
std::string sorted_lines(std::string const& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    std::ranges::sort(lines);
    std::string out;
    for (std::string const& line : lines) out += line + '\n';
    return out;
}

}  // namespace

TEST_CASE("sinfo lists partitions in their order and states from the highest rank, byte for byte",
          "[slurm_views][unit]") {
    CHECK(sinfo_listing({}) == recorded_text("a", "sinfo"));
    CHECK(sinfo_listing({}, "b") == recorded_text("b", "sinfo"));
}

TEST_CASE("sinfo -l adds limits and sharing of partitions", "[slurm_views][unit]") {
    SinfoOptions options;
    options.long_form = true;
    CHECK(sinfo_listing(options) == recorded_text("a", "sinfo-l"));
}

TEST_CASE("sinfo -s counts nodes of a partition", "[slurm_views][unit]") {
    SinfoOptions options;
    options.summarize = true;
    CHECK(sinfo_listing(options) == recorded_text("a", "sinfo-s"));
    CHECK(sinfo_listing(options, "b") == recorded_text("b", "sinfo-s"));
}

TEST_CASE("sinfo -N has a line for each node and partition", "[slurm_views][unit]") {
    SinfoOptions options;
    options.by_node = true;
    CHECK(sorted_lines(sinfo_listing(options)) == sorted_lines(recorded_text("a", "sinfo-N")));
    options.long_form = true;
    CHECK(sorted_lines(sinfo_listing(options)) == sorted_lines(recorded_text("a", "sinfo-Nl")));
    CHECK(sorted_lines(sinfo_listing(options, "b")) ==
          sorted_lines(recorded_text("b", "sinfo-Nl")));
}

TEST_CASE("sinfo -R shows why nodes are out of service", "[slurm_views][unit]") {
    SinfoOptions options;
    options.reasons = true;
    CHECK(sinfo_listing(options) == recorded_text("a", "sinfo-R"));
    options.long_form = true;
    CHECK(sinfo_listing(options) == recorded_text("a", "sinfo-Rl"));
}

TEST_CASE("sinfo -T lists reservations", "[slurm_views][unit]") {
    SinfoOptions options;
    options.reservations = true;
    CHECK(sinfo_listing(options) == recorded_text("a", "sinfo-T"));
    CHECK(sinfo_listing(options, "b") == recorded_text("b", "sinfo-T"));
}

TEST_CASE("sinfo selects partitions and states", "[slurm_views][unit]") {
    SinfoOptions partitions;
    partitions.partitions = {"batch", "gpu"};
    CHECK(sinfo_listing(partitions) == recorded_text("a", "sinfo-p"));
    SinfoOptions states;
    states.states = {"idle", "drain"};
    CHECK(sinfo_listing(states) == recorded_text("a", "sinfo-t"));
}

TEST_CASE("sinfo -o prints the columns of a format, with separate lines for nodes that differ",
          "[slurm_views][unit]") {
    SinfoOptions options;
    options.format =
        "%P|%a|%l|%D|%t|%T|%N|%C|%c|%m|%d|%w|%f|%G|%z|%X|%Y|%Z|%A|%F|%s|%h|%r|%g|%p|%L|%E";
    CHECK(sinfo_listing(options) == recorded_text("a", "sinfo-o"));
    options.format = "%N %c";
    CHECK(sinfo_listing(options) == "NODELIST CPUS\ng[01-02] 16\nn[1-6] 8\n");
}

TEST_CASE("sinfo reports an unknown column or state", "[slurm_views][unit]") {
    SinfoOptions format;
    format.format = "%q";
    REQUIRE_FALSE(sinfo_text({}, format));
    SinfoOptions states;
    states.states = {"busy"};
    REQUIRE_FALSE(sinfo_text({}, states));
    CHECK(sinfo_text({}, states).error().items()[0].message == "there is no node state busy");
}

TEST_CASE("a node's state is shown by Slurm's order of flags", "[slurm_views][unit]") {
    NodeView node;
    node.cpus = 8;
    auto const compact = [](NodeView const& n) { return node_state(n).compact; };
    CHECK(compact(node) == "idle");
    NodeView planned = node;
    planned.planned = true;
    CHECK(compact(planned) == "plnd");
    NodeView mixed = node;
    mixed.running = true;
    mixed.cpus_allocated = 3;
    CHECK(compact(mixed) == "mix");
    mixed.planned = true;
    CHECK(compact(mixed) == "mix-");
    NodeView draining = mixed;
    draining.drain = true;
    CHECK(compact(draining) == "drng");
    CHECK(node_state(draining).full == "draining");
    NodeView drained = node;
    drained.drain = true;
    CHECK(compact(drained) == "drain");
    NodeView full = node;
    full.running = true;
    full.cpus_allocated = 8;
    CHECK(compact(full) == "alloc");
    full.completing = true;
    CHECK(compact(full) == "alloc+");
    NodeView completing = node;
    completing.completing = true;
    completing.cpus_allocated = 8;
    CHECK(compact(completing) == "comp");
    NodeView down = node;
    down.down = true;
    CHECK(compact(down) == "down");
    down.responding = false;
    CHECK(compact(down) == "down*");
    NodeView reserved = node;
    reserved.reserved = true;
    CHECK(compact(reserved) == "resv");
    NodeView maintained = node;
    maintained.maintenance = true;
    CHECK(compact(maintained) == "maint");
    maintained.running = true;
    maintained.cpus_allocated = 8;
    CHECK(compact(maintained) == "alloc$");
}
