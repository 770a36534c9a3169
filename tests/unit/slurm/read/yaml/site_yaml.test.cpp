// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/yaml/site_yaml.hpp"

#include "sim/core/enum_names.hpp"
#include "sim/slurm/read/parameters/accounting_keys.hpp"
#include "sim/slurm/read/parameters/machine_keys.hpp"
#include "sim/slurm/read/parameters/parameter.hpp"
#include "tests/support/catch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// Sets every member that has a key to a distinct value that is not the default.
template <class T>
class Fill {
  public:
    Fill(T& target, int& counter) : target_(&target), counter_(&counter) {}
    template <class M>
    void operator()(KeyName const& /*name*/, M T::*member) {
        put(target_->*member);
    }
    template <class M>
    void seconds(KeyName const& /*name*/, M T::*member) {
        put(target_->*member);
    }
    template <class M>
    void minutes(KeyName const& /*name*/, M T::*member) {
        put(target_->*member);
    }
    template <class M>
    void seconds_or_unlimited(KeyName const& /*name*/, M T::*member) {
        put(target_->*member);
    }
    template <class M>
    void minutes_or_unlimited(KeyName const& /*name*/, M T::*member) {
        put(target_->*member);
    }
    template <class M>
    void mebibytes(KeyName const& /*name*/, M T::*member) {
        put(target_->*member);
    }
    void nodes(KeyName const& /*name*/, std::vector<std::int32_t> T::*member) {
        target_->*member = {0, 2};
    }
    void signed_list(KeyName const& /*name*/, std::vector<std::int32_t> T::*member) {
        target_->*member = {-1, ++*counter_};
    }

  private:
    std::int64_t next() { return 1000 + ++*counter_; }
    void put(bool& value) { value = !value; }
    void put(std::int32_t& value) { value = static_cast<std::int32_t>(next()); }
    void put(std::int64_t& value) { value = next(); }
    void put(double& value) { value = static_cast<double>(next()) / 7.0; }
    void put(std::string& value) { value = fmt::format("text{}", next()); }
    void put(std::vector<std::string>& value) {
        value = {fmt::format("a{}", next()), fmt::format("b, {}", next())};
    }
    void put(Seconds& value) { value = {next()}; }
    void put(Instant& value) { value = {next()}; }
    void put(Release& value) { value = {2311}; }
    void put(TresLimits& value) {
        value.set(tres::mem, next());
        value.set(tres::first_configured, 0);
    }
    void put(TresWeights& value) { value = {{tres::first_configured + 1, 0.25 / 1024}}; }
    void put(std::vector<std::pair<std::string, std::int64_t>>& value) { value = {{"x", next()}}; }
    template <class M>
    void put(std::optional<M>& value) {
        put(value.emplace());
    }
    template <class M>
    void put(std::vector<M>& value) {
        value.resize(2);
        put(value.back());
    }
    template <class M>
    void put(M& value) {
        if constexpr (std::is_enum_v<M>) {
            auto const& names = enum_names<M>;
            value = names.back().second == value ? names.front().second : names.back().second;
        } else {
            Fill<M> fill(value, *counter_);
            KeysOf<M>::each(fill);
        }
    }
    T* target_;
    int* counter_;
};

template <class T>
void fill(T& target, int& counter) {
    Fill<T> filling(target, counter);
    KeysOf<T>::each(filling);
}

/// Sets a parameter to a distinct value that is not the default.
struct FillParameter {
    Parameter const& parameter;
    Settings& settings;
    int& counter;

    void operator()(MemberOf<bool> member) const { member(settings) = !member(settings); }
    void operator()(MemberOf<std::int64_t> member) const { member(settings) = next(); }
    void operator()(MemberOf<double> member) const {
        member(settings) = static_cast<double>(next()) / 7.0;
    }
    void operator()(MemberOf<std::string> member) const {
        member(settings) = fmt::format("text{}", next());
    }
    template <class M>
    void operator()(MemberOf<std::optional<M>> member) const {
        member(settings) = static_cast<M>(next());
    }
    void operator()(MemberOf<TresWeights> member) const {
        member(settings) = {{tres::first_configured + 1, 0.25 / 1024}};
    }
    void operator()(MemberOf<Release> member) const { member(settings) = {2311, std::nullopt}; }
    void operator()(Choice const& choice) const {
        int const now = choice.get(settings);
        for (ChoiceWord const& word : choice.words)
            if (word.value != now) choice.set(settings, word.value);
    }

  private:
    [[nodiscard]] std::int64_t next() const {
        return std::min(1000 + std::int64_t{++counter}, parameter.bounds.high);
    }
};

void fill(Settings& settings, int& counter) {
    for (Parameter const& one : parameters())
        std::visit(FillParameter{one, settings, counter}, one.member);
}

void add_accounting(Site& site, int& counter) {
    for (char const* name : {"normal", "high"}) {
        fill(site.qos.emplace_back(), counter);
        site.qos.back().name = name;
        site.qos.back().preempt = {"normal"};
    }
    std::array<std::array<char const*, 3>, 5> const rows{{{"root", "", ""},
                                                          {"root", "root", ""},
                                                          {"chem", "", ""},
                                                          {"chem", "ann", ""},
                                                          {"chem", "ann", "batch"}}};
    for (auto const& row : rows) {
        Association& one = site.associations.emplace_back();
        fill(one, counter);
        one.account = row[0];
        one.user = row[1];
        one.partition = row[2];
        one.default_qos = "high";
        one.allowed_qos = {"normal", "high"};
    }
    site.associations[1].parent = site.associations[2].parent = 0;
    site.associations[3].parent = site.associations[4].parent = 2;
}

/// A site in which no member with a key has its default.
Site full_site() {
    Site site;
    int counter = 0;
    site.tres.add("gres/gpu");
    site.tres.add("gres/gpu:a100");
    fill(site.settings, counter);
    for (int i = 0; i < 2; ++i) {
        NodeRecord& record = site.records.emplace_back();
        fill(record, counter);
        record.sockets = 2;
        record.cores_per_socket = 8;
        record.threads_per_core = 3;
        record.cpus = 48;
        for (NodeGres& one : record.gres) one.count = 3;
    }
    site.nodes = {{"gpu01", 0, NodeAdminState::drain, "broken: fan"},
                  {"n1", 1, NodeAdminState::up, ""},
                  {"n2", 1, NodeAdminState::up, ""},
                  {"n3", 1, NodeAdminState::down, ""}};
    add_accounting(site, counter);
    fill(site.partitions.emplace_back(), counter);
    site.partitions.back().name = "my part";
    site.partitions.back().qos = "high";
    site.partitions.emplace_back().name = "batch";
    site.switches = {{"s0", {0, 1}, {}}, {"s1", {2, 3}, {}}, {"top", {}, {0, 1}}};
    site.licenses = {{"matlab", 3}, {"x", 5000}};  // a reservation is filled with the latter
    fill(site.reservations.emplace_back(), counter);
    site.reservations.back().name = "maint";
    site.reservations.back().partition = "batch";
    fill(site.users.emplace_back(), counter);
    site.users.back().name = "ada";
    return site;
}

Result<Site> from_text(std::string const& text) {
    auto const document = parse_yaml(text, "site.yaml");
    REQUIRE(document);
    return read_site(*document);
}

std::vector<std::string> problems_of(std::string const& text) {
    auto const read = from_text(text);
    std::vector<std::string> found;
    if (!read)
        for (Diagnostic const& one : read.error().items())
            found.push_back(fmt::format("{}: {}", one.where.line, one.message));
    return found;
}

constexpr char const* every_key = PROJECT_DIR "/tests/fixtures/site/written/every-key.yaml";

constexpr char const* small_site = "schema: clustersim/site/1\n"
                                   "nodes:\n"
                                   "  - {names: 'n[1-2]', cpus: 8, cores_per_socket: 8}\n";

}  // namespace

TEST_CASE("it reads back every member that it writes", "[slurm_yaml][unit]") {
    Site const site = full_site();
    std::string const text = write_site_yaml(site, {{"slurm.conf"}, {"Prolog"}});
    INFO(text);
    auto const read = from_text(text);
    if (!read) FAIL(to_text(read.error()));
    CHECK(read->settings == site.settings);
    CHECK(read->records == site.records);
    CHECK(read->nodes == site.nodes);
    CHECK(read->partitions == site.partitions);
    CHECK(read->qos == site.qos);
    CHECK(read->associations == site.associations);
    CHECK(read->reservations == site.reservations);
    CHECK(read->users == site.users);
    CHECK(*read == site);
    CHECK(write_site_yaml(*read, {{"slurm.conf"}, {"Prolog"}}) == text);
}

TEST_CASE("it writes every key as in the fixture of the schema", "[slurm_yaml][unit]") {
    std::ifstream stream(every_key, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    CHECK(text.str() == write_site_yaml(full_site()));
}

TEST_CASE("it regenerates that fixture", "[.][write_schema]") {
    std::ofstream(every_key, std::ios::binary) << write_site_yaml(full_site());
    SUCCEED();
}

TEST_CASE("it leaves out Slurm's defaults, and reads absent keys as defaults",
          "[slurm_yaml][unit]") {
    auto const read = from_text(small_site);
    REQUIRE(read);
    CHECK(read->settings == Settings{});
    CHECK(read->nodes.size() == 2);
    CHECK(write_site_yaml(*read) == small_site);
}

TEST_CASE("it gives the origin of a site and parameters without effect in comments",
          "[slurm_yaml][unit]") {
    auto const site = from_text(small_site);
    REQUIRE(site);
    std::string const text = write_site_yaml(*site, {{"a/slurm.conf"}, {"Prolog", "odd\nname"}});
    CHECK(text.starts_with("# A Slurm site, copied from:\n#   a/slurm.conf\nschema:"));
    CHECK(text.ends_with("#   Prolog\n#   odd name\n"));
}

TEST_CASE("it writes an unlimited time as a word", "[slurm_yaml][unit]") {
    Site site = *from_text(small_site);
    site.settings.over_time_minutes = -1;
    site.settings.scheduler.sched_interval = -1;
    auto const text = write_site_yaml(site);
    CHECK(text.find("over_time: unlimited") != std::string::npos);
    CHECK(*from_text(text) == site);
    // A limit that may be absent can be unlimited; a time that must have a value cannot.
    auto const read =
        from_text(std::string(small_site) + "partitions: {p: {max_time: unlimited}}\n");
    REQUIRE(read);
    CHECK(!read->partitions[0].max_minutes);
    CHECK(problems_of(std::string(small_site) + "settings: {kill_wait: unlimited}\n").size() == 1);
    CHECK(
        problems_of(std::string(small_site) + "settings: {def_mem_per_cpu: unlimited}\n").size() ==
        1);
}

TEST_CASE("it reports all problems of a site with their places", "[slurm_yaml][unit]") {
    auto const found = problems_of("schema: clustersim/site/1\n"
                                   "tres: [gres/gpu]\n"
                                   "settings: {kill_wait: 1.5 s, release: soon, prioritty: {},\n"
                                   "           scheduler: {backfill: {resolution: 0 s}}}\n"
                                   "nodes:\n"
                                   "  - {names: 'n[1-2]', cpus: 7, cores_per_socket: 8}\n"
                                   "  - {names: n2, like: n9}\n"
                                   "partitions:\n"
                                   "  a: {nodes: 'n[1-4]', is_default: true, qos: hihg}\n"
                                   "  b: {is_default: true, max_time: 5 GB}\n"
                                   "qos:\n"
                                   "  high: {group: {tres: {gres/gpuu: 1}}, preempt: [low]}\n"
                                   "associations:\n"
                                   "  - {account: root}\n"
                                   "  - {account: chem, parent: science}\n"
                                   "  - {account: chem, user: ann, default_qos: x}\n"
                                   "  - {account: math, user: bob}\n"
                                   "  - {account: root, parent: root}\n"
                                   "switches:\n"
                                   "  s: {switches: [t]}\n"
                                   "reservations:\n"
                                   "  r: {partition: z, licenses: {matlab: 1}}\n");
    std::vector<std::string> const expected{
        "3: \"kill_wait\" is 1.5 s",
        "3: \"release\" is \"soon\"",
        "3: unknown key \"prioritty\"",
        "4: \"resolution\" is 0 s",
        "6: 7 CPUs are neither the 8 cores nor their 8 threads",
        "7: the node n2 appears twice in `nodes:`",
        "7: \"like\" names n9, not a node of an earlier entry",
        "9: \"nodes\" names n[3-4], not in `nodes:`",
        "9: there is no QOS \"hihg\"",
        "10: a and b are both the default",
        "10: \"max_time\": \"GB\" is not a unit of time",
        "12: \"gres/gpuu\" is not a trackable resource of this site",
        "12: there is no QOS \"low\"",
        "15: there is no account \"science\" above this",
        "16: there is no QOS \"x\"",
        "17: there is no account \"math\" above this",
        "18: the account root appears twice",
        "20: there is no switch \"t\"",
        "22: there is no partition \"z\"",
        "22: there is no licence \"matlab\""};
    CHECK(found == expected);
}

TEST_CASE("refuses nodes beyond what can be counted, with the limit", "[slurm_yaml][unit]") {
    auto const refuse = [](std::string const& node) {
        auto const site = from_text("schema: clustersim/site/1\nnodes: [{names: n1, " + node +
                                    "}]\npartitions: {p: {nodes: n1}}\n");
        REQUIRE_FALSE(site.has_value());
        return site.error().items()[0].message + "; " + site.error().items()[0].expected;
    };
    CHECK(refuse("cpus: 65534, sockets: 2, cores_per_socket: 32767") ==
          "\"cpus\" is 65534; at most 65533, as Slurm counts them");
    CHECK(refuse("cpus: 60000, sockets: 60000, cores_per_socket: 60000") ==
          "the node has 3600000000 cores, threads_per_core 1; at most 65533 hardware threads, as "
          "Slurm counts them");
    CHECK(refuse("gres: [{count: 4}, {name: mps, count: 4503599627370497}]") ==
          "\"count\" is 4503599627370497; at least 0 and at most 1000000000000000");
}

TEST_CASE("switches that form no tree are refused", "[slurm_yaml][unit]") {
    std::string const nodes = "schema: clustersim/site/1\nnodes: [{names: n1}]\nswitches:\n";
    auto const circle = from_text(nodes + "  a: {switches: [b]}\n  b: {switches: [c]}\n"
                                          "  c: {switches: [b]}\n");
    REQUIRE_FALSE(circle);
    CHECK(to_text(circle.error()).find("the switch b is below itself") != std::string::npos);
    std::string chain = nodes;
    for (int i = 0; i < 200; ++i) chain += fmt::format("  s{}: {{switches: [s{}]}}\n", i, i + 1);
    auto const deep = from_text(chain + "  s200: {nodes: n1}\n");
    REQUIRE_FALSE(deep);
    CHECK(to_text(deep.error()).find("more than 100 levels deep") != std::string::npos);
}
