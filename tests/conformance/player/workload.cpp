// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/player/workload.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/csv.hpp"
#include "sim/core/hostlist.hpp"
#include "sim/slurm/read/conf/read_site.hpp"
#include "sim/slurm/request/sbatch_words.hpp"
#include "tests/conformance/player/accounting.hpp"
#include "tests/conformance/player/check_input.hpp"
#include "tests/conformance/player/reservation_words.hpp"
#include "tests/conformance/player/site_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <utility>

namespace clustersim::slurm::conformance {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

Result<std::string> read_text(fs::path const& path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return failure(problem(Code::cannot_read, "cannot read " + path.string()));
    return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

std::string cell(CsvRow const& row, std::string const& column) {
    auto const found = row.find(column);
    if (found == row.end()) return {};
    auto const items = split_list(found->second, "\n");
    return items.empty() ? "" : items.front();
}

std::int64_t seconds_of(std::string const& text) {
    return static_cast<std::int64_t>(number_of(text).value_or(0.0));
}

/// The sbatch options with which the recorder submits a row.
std::vector<std::string> sbatch_words(CsvRow const& row) {
    std::vector<std::string> words;
    auto const add = [&](std::string const& column, std::string const& option) {
        if (auto const text = cell(row, column); !text.empty())
            words.push_back(option + "=" + text);
    };
    add("user", "--uid");
    for (auto const* name : {"account",
                             "partition",
                             "qos",
                             "nodes",
                             "constraint",
                             "array",
                             "reservation",
                             "gpus",
                             "nice",
                             "switches",
                             "licenses"})
        add(name, std::string("--") + name);
    if (!cell(row, "ntasks").empty())
        add("ntasks", "--ntasks");
    else if (!cell(row, "nodes").empty())
        words.emplace_back("--ntasks-per-node=1");
    add("cpus", "--cpus-per-task");
    add("mem_mb", "--mem");
    if (cell(row, "gpus_per_node") != "0") add("gpus_per_node", "--gpus-per-node");
    for (auto const& [column, option] :
         {std::pair("timelimit_s", "--time="), std::pair("time_min_s", "--time-min=")})
        if (auto const text = cell(row, column); !text.empty())
            words.push_back(option + time_text(seconds_of(text)));
    auto const exclusive = cell(row, "exclusive");
    if (exclusive == "1" || exclusive == "true" || exclusive == "True" || exclusive == "yes")
        words.emplace_back("--exclusive");
    add("dependency", "--dependency");
    for (auto const& [column, option] :
         {std::pair("begin_s", "--begin=uts"), std::pair("deadline_s", "--deadline=uts")})
        if (auto const text = cell(row, column); !text.empty())
            words.push_back(option + std::to_string(seconds_of(text)));
    auto const name = cell(row, "name");
    words.push_back("--job-name=" + (name.empty() ? "j" + cell(row, "job_id") : name));
    for (auto& word : split_list(cell(row, "extra"), " ")) words.push_back(std::move(word));
    return words;
}

Submission submission(CsvRow const& row) {
    Submission job;
    job.job_id = cell(row, "job_id");
    job.submit_text = cell(row, "submit_s");
    double const submit = number_of(job.submit_text).value_or(0.0);
    job.at_ms = std::llround(submit * 1000.0);
    job.request.number = seconds_of(job.job_id);
    job.request.submit = Instant{static_cast<std::int64_t>(std::floor(submit))};
    // Unix time 0 is the start of the recording: its instants are written as uts<seconds>.
    auto const reading =
        read_sbatch_words(sbatch_words(row), {job.request.submit, Seconds{0}}, job.request);
    for (std::string const& trouble : reading.problems) job.refused = trouble;
    for (std::string const& text : split_list(cell(row, "runtime_s"), ";")) {
        job.request.run_times.push_back(
            Seconds{static_cast<std::int64_t>(std::ceil(number_of(text).value_or(0.0)))});
    }
    if (auto const code = cell(row, "exit_code"); !code.empty())
        job.request.exit_code = static_cast<int>(number_of(code).value_or(0.0));
    return job;
}

/// All users who submit or may use a reservation, in the order in which the recorder finds them.
std::vector<std::string> users_of(json const& cluster, std::vector<CsvRow> const& rows) {
    std::vector<std::string> users;
    auto const add = [&](std::string const& name) {
        if (!name.empty() && name != "root" && std::ranges::find(users, name) == users.end())
            users.push_back(name);
    };
    for (json const& account : entries(cluster, "accounts"))
        for (json const& user : entries(account, "users"))
            add(user.is_string() ? text_of(user) : text_of(user.at("name")));
    for (CsvRow const& row : rows) add(cell(row, "user"));
    for (json const& one : entries(cluster, "reservations"))
        for (auto const& name : split_list(text_of(one.value("users", json())))) add(name);
    return users;
}

std::vector<std::string> reservation_words(json const& one) {
    std::vector<std::string> words{
        "ReservationName=" + text_of(one.at("name")),
        "StartTime=uts" + std::to_string(seconds_of(text_of(one.at("start_s")))),
        "Duration=" + time_text(seconds_of(text_of(one.at("duration_s"))))};
    for (auto const& [key, word] : {std::pair("nodes", "Nodes="),
                                    std::pair("node_count", "NodeCnt="),
                                    std::pair("users", "Users="),
                                    std::pair("accounts", "Accounts="),
                                    std::pair("partition", "PartitionName="),
                                    std::pair("flags", "Flags=")}) {
        auto const text = one.contains(key) ? text_of(one.at(key)) : "";
        if (!text.empty()) words.push_back(word + text);
    }
    return words;
}

Result<Site> site_of(json const& cluster, std::vector<std::string> const& users) {
    auto const text = site_text(cluster);
    SiteFiles files;
    files.conf = {"slurm.conf", text.conf};
    if (!text.gres.empty()) files.gres = ConfText{"gres.conf", text.gres};
    if (!text.topology.empty()) files.topology = ConfText{"topology.conf", text.topology};
    auto reading = read_site(files);
    if (!reading) return failure(reading.error());
    auto const accounting = accounting_files(cluster, users);
    return accounting.empty() ? std::move(reading->site)
                              : with_accounting(std::move(reading->site), accounting);
}

}  // namespace

Result<std::vector<CsvRow>> read_csv(fs::path const& path) {
    auto const text = read_text(path);
    if (!text) return failure(text.error());
    std::string_view rest = *text;
    auto const columns = take_csv_record(rest).cells;
    std::vector<CsvRow> out;
    while (!rest.empty()) {
        auto const cells = take_csv_record(rest).cells;
        CsvRow& row = out.emplace_back();
        for (std::size_t k = 0; k < columns.size() && k < cells.size(); ++k)
            row[columns[k].text] = cells[k].text;
    }
    return out;
}

Result<Workload> read_workload(fs::path const& folder) {
    auto const text = read_text(folder / "cluster.json");
    if (!text) return failure(text.error());
    auto const rows = read_csv(folder / "jobs.csv");
    if (!rows) return failure(rows.error());
    json const cluster = json::parse(*text, nullptr, false);
    if (cluster.is_discarded())
        return failure(problem(Code::bad_syntax, "cluster.json is not JSON"));
    Diagnostics problems = check_cluster(cluster);
    problems.append(check_jobs(*rows));
    if (problems.has_errors()) return failure(std::move(problems));
    Workload workload;
    for (Diagnostic const& remark : problems.items()) workload.remarks.push_back(remark.message);
    auto site = site_of(cluster, users_of(cluster, *rows));
    if (!site) return failure(site.error());
    workload.site = std::move(*site);
    for (CsvRow const& row : *rows) workload.submissions.push_back(submission(row));
    for (json const& event : entries(cluster, "events")) {
        Event& made = workload.events.emplace_back();
        made.at_ms = std::llround(*number_of(text_of(event.at("at_s"))) * 1000.0);
        made.words = words_in(event, "cmd");
    }
    for (json const& one : entries(cluster, "reservations")) {
        auto made = read_reservation(reservation_words(one), workload.site, Instant{0});
        if (!made) return failure(problem(Code::bad_syntax, made.error()));
        workload.reservations.push_back(std::move(*made));
    }
    workload.horizon_s = whole_number(cluster, "horizon_s", workload.horizon_s);
    workload.stuck_s = whole_number(cluster, "stuck_s", workload.stuck_s);
    return workload;
}

}  // namespace clustersim::slurm::conformance
