// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/sshare.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/slurm/views/recorded_snapshot.hpp"

#include <limits>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

std::string sshare_listing(SshareOptions const& options, std::string const& look = "a") {
    return sshare_text(recorded_snapshot(look), options);
}

}  // namespace

TEST_CASE("sshare shows the tree of accounts, byte for byte", "[slurm_views][unit]") {
    SshareOptions options;
    CHECK(sshare_listing(options) == recorded_text("a", "sshare"));
    options.all = true;
    CHECK(sshare_listing(options) == recorded_text("a", "sshare-a"));
}

TEST_CASE("sshare -l adds usage, level fairshare and minutes", "[slurm_views][unit]") {
    SshareOptions options;
    options.long_form = true;
    CHECK(sshare_listing(options) == recorded_text("a", "sshare-l"));
    options.all = true;
    CHECK(sshare_listing(options) == recorded_text("a", "sshare-al"));
    CHECK(sshare_listing(options, "b") == recorded_text("b", "sshare-al"));
}

TEST_CASE("sshare selects users and accounts and shows partitions", "[slurm_views][unit]") {
    SshareOptions partition;
    partition.all = partition.partition = true;
    CHECK(sshare_listing(partition) == recorded_text("a", "sshare-am"));
    SshareOptions only;
    only.users_only = true;
    CHECK(sshare_listing(only) == recorded_text("a", "sshare-U"));
    SshareOptions users;
    users.users = {"alice"};
    CHECK(sshare_listing(users) == recorded_text("a", "sshare-au"));
    SshareOptions accounts;
    accounts.accounts = {"phys"};
    accounts.all = true;
    CHECK(sshare_listing(accounts) == recorded_text("a", "sshare-A"));
}

TEST_CASE("sshare separates with | if requested", "[slurm_views][unit]") {
    SshareOptions options;
    options.all = true;
    options.style = RecordStyle::parsable;
    CHECK(sshare_listing(options) == recorded_text("a", "sshare-p"));
    options.style = RecordStyle::parsable2;
    CHECK(sshare_listing(options) == recorded_text("a", "sshare-P"));
    options.long_form = true;
    CHECK(sshare_listing(options) == recorded_text("a", "sshare-pl"));
}

TEST_CASE("a number too long for its field is printed with an exponent", "[slurm_views][unit]") {
    CHECK(record_number(0.5, 10) == "0.500000");
    CHECK(record_number(123.5, 10) == "123.500000");
    CHECK(record_number(123456.5, 10) == "1.235e+05");
    CHECK(record_number(std::numeric_limits<double>::infinity(), 10) == "inf");
}
