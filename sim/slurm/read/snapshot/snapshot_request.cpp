// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/snapshot_request.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/request/gres_text.hpp"
#include "sim/slurm/request/memory_text.hpp"
#include "sim/slurm/request/text_scan.hpp"
#include "sim/slurm/site/limit_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

namespace {

class RequestReader {
  public:
    RequestReader(WordsLine const& words, std::function<void(std::string_view)> const& ignored)
        : words_(words), ignored_(ignored) {}

    JobRequest read() {
        names();
        sizes();
        memory();
        devices();
        rules();
        return std::move(request_);
    }

  private:
    std::string value(std::string_view key) const { return std::string(words_.text(key)); }

    void names() {
        request_.name = value("JobName");
        auto const user = words_.text("UserId");
        request_.user = user.substr(0, user.find('('));
        request_.account = value("Account");
        request_.partition = value("Partition");
        request_.qos = value("QOS");
    }

    template <class Integer>
    void count(std::string_view text, std::optional<Integer>& target, std::string_view key) {
        if (text.empty() || text == "*" || text == "0") return;
        if (auto const number = digits_only(text); number && *number < 1'000'000'000)
            target = static_cast<Integer>(*number);
        else
            ignored_(key);
    }

    void sizes() {
        auto nodes = words_.text("NumNodes");
        auto const dash = nodes.find('-');
        if (dash != std::string_view::npos) {
            count(nodes.substr(0, dash), request_.min_nodes, "NumNodes");
            count(nodes.substr(dash + 1), request_.max_nodes, "NumNodes");
        } else if (words_.text("JobState") != "PENDING") {
            // For a pending job without -N this is only an estimate.
            count(nodes, request_.min_nodes, "NumNodes");
            request_.max_nodes = request_.min_nodes;
        }
        count(words_.text("NumTasks"), request_.ntasks, "NumTasks");
        count(words_.text("CPUs/Task"), request_.cpus_per_task, "CPUs/Task");
        auto const per = split(words_.text("NtasksPerN:B:S:C"), ":");
        if (per.size() == 4) {
            count(per[0], request_.ntasks_per_node, "NtasksPerN:B:S:C");
            count(per[2], request_.ntasks_per_socket, "NtasksPerN:B:S:C");
            count(per[3], request_.ntasks_per_core, "NtasksPerN:B:S:C");
        }
        // Slurm fills in the product: only the factors were requested.
        if (request_.ntasks && request_.ntasks_per_node && request_.min_nodes &&
            *request_.ntasks == *request_.ntasks_per_node * *request_.min_nodes)
            request_.ntasks.reset();
        auto const shape = split(words_.text("ReqB:S:C:T"), ":");
        if (shape.size() == 4) {
            count(shape[1], request_.sockets_per_node, "ReqB:S:C:T");
            count(shape[2], request_.cores_per_socket, "ReqB:S:C:T");
            count(shape[3], request_.threads_per_core, "ReqB:S:C:T");
        }
        count(words_.text("CoreSpec"), request_.core_spec, "CoreSpec");
        if (!words_.has("NumTasks")) count(words_.text("NumCPUs"), request_.ntasks, "NumCPUs");
        std::optional<std::int32_t> least;
        count(words_.text("MinCPUsNode"), least, "MinCPUsNode");
        auto const implied =
            request_.cpus_per_task.value_or(1) * std::max(1, request_.ntasks_per_node.value_or(1));
        if (least && *least > implied) request_.min_cpus_per_node = least;
    }

    void size_of(std::string_view key, std::optional<std::int64_t>& target) {
        auto const text = words_.text(key);
        if (text.empty()) return;
        if (auto const megabytes = parse_megabytes(text))
            target = *megabytes;
        else if (auto const number = leading_number(text))  // "1.50G"
            target = static_cast<std::int64_t>(*number * (text.back() == 'T'   ? 1048576
                                                          : text.back() == 'G' ? 1024
                                                                               : 1));
        else
            ignored_(key);
    }

    void memory() {
        size_of("MinMemoryNode", request_.mem_per_node_mb);
        size_of("MinMemoryCPU", request_.mem_per_cpu_mb);
        size_of("MinTmpDiskNode", request_.tmp_disk_mb);
        if (request_.tmp_disk_mb == 0) request_.tmp_disk_mb.reset();
        for (std::string_view const part : split(words_.text("MemPerTres"), ",")) {
            if (auto const at = part.rfind(':'); at != std::string_view::npos) {
                request_.mem_per_gpu_mb = parse_megabytes(part.substr(at + 1));
                request_.mem_per_node_mb.reset();  // shown as 0
            }
        }
        for (std::string_view const part : split(words_.text("CpusPerTres"), ","))
            if (auto const at = part.rfind(':'); at != std::string_view::npos)
                count(part.substr(at + 1), request_.cpus_per_gpu, "CpusPerTres");
    }

    /// "gres:gpu:a100:4", "gres/gpu:4", "cpu=8,gres/gpu=1".
    void gres(std::string_view key, GresScope scope) {
        for (std::string_view part : split(words_.text(key), ",")) {
            if (!part.starts_with("gres")) {
                if (!part.empty() && !part.starts_with("cpu") && !part.starts_with("mem"))
                    ignored_(key);
                continue;
            }
            part.remove_prefix(std::min<std::size_t>(5, part.size()));
            std::string plain(part);
            std::ranges::replace(plain, '=', ':');
            auto parsed = parse_gres(plain);
            if (!parsed) {
                ignored_(key);
                continue;
            }
            for (GresRequest& one : *parsed) {
                one.scope = scope;
                request_.gres.push_back(std::move(one));
            }
        }
    }

    void devices() {
        gres("TresPerNode", GresScope::per_node);
        gres("TresPerJob", GresScope::per_job);
        gres("TresPerSocket", GresScope::per_socket);
        gres("TresPerTask", GresScope::per_task);
        if (auto const old = words_.text("Gres"); !old.empty() && request_.gres.empty())
            if (auto parsed = parse_gres(old)) request_.gres = std::move(*parsed);
        request_.enforce_gres_binding = words_.text("GresEnforceBind") == "Yes";
    }

    void limit(std::string_view key, std::optional<std::int64_t>& target) {
        auto const text = words_.text(key);
        if (text.empty() || text == "Partition_Limit" || text == "NOT_SET") return;
        auto const minutes = limit_minutes(text);
        if (!minutes)
            ignored_(key);
        else
            target = *minutes == unlimited_time ? 0 : *minutes;
    }

    void rules() {
        limit("TimeLimit", request_.time_minutes);
        limit("TimeMin", request_.time_min_minutes);
        request_.nice = words_.number("Nice").value_or(0);
        request_.constraint = value("Features");
        request_.prefer = value("Prefer");
        request_.reservation = value("Reservation");
        request_.licenses = value("Licenses");
        request_.node_list = value("ReqNodeList");
        request_.exclude_list = value("ExcNodeList");
        auto const share = words_.text("OverSubscribe");
        if (share == "NO" || share == "EXCLUSIVE") request_.exclusive = Exclusive::whole_nodes;
        if (share == "USER") request_.exclusive = Exclusive::user;
        request_.oversubscribe = share == "YES";
        request_.contiguous = words_.text("Contiguous") == "1";
        if (auto const requeue = words_.number("Requeue")) request_.requeue = *requeue != 0;
        request_.kill_on_invalid_dep = words_.text("KillOInInvalidDependent") == "Yes";
        if (auto text = words_.text("Switches"); !text.empty()) {
            if (auto const switches = take_digits(text)) {
                request_.switches.count = static_cast<std::int32_t>(*switches);
                if (take(text, '@'))
                    if (auto const wait = limit_seconds(text))
                        request_.switches.wait = Seconds{*wait};
            }
        }
        dependency();
    }

    /// "afterok:12_*(unfulfilled),afterany:13(unfulfilled)" as sbatch reads it.
    void dependency() {
        std::string text;
        int depth = 0;
        for (char const c : words_.text("Dependency")) {
            if (c == '(') ++depth;
            if (depth == 0) text += c;
            if (c == ')' && depth > 0) --depth;
        }
        for (auto at = text.find("_*"); at != std::string::npos; at = text.find("_*"))
            text.erase(at, 2);
        request_.dependency = read_dependency(std::move(text));
    }

    WordsLine const& words_;
    std::function<void(std::string_view)> const& ignored_;
    JobRequest request_;
};

}  // namespace

JobRequest request_of(WordsLine const& words,
                      std::function<void(std::string_view)> const& ignored) {
    return RequestReader(words, ignored).read();
}

}  // namespace clustersim::slurm
