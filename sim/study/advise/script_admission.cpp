// SPDX-License-Identifier: Apache-2.0
#include "sim/study/advise/script_admission.hpp"

#include "sim/scenario/resolve.hpp"
#include "sim/study/advise/slurm_answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace clustersim {
namespace {

/// What a job script may ask for, and not every machine file describes.
struct MayBeLeftOut {
    std::string_view key;  ///< of the job in the scenario
    std::string_view option;
    std::string_view instead;
};
constexpr std::array<MayBeLeftOut, 3> may_be_left_out{
    {{"reservation", "reservation", "the job waits among all others of the partition"},
     {"switches", "switches", "the nodes may lie under any switches"},
     {"partitions", "partition", "the job is simulated in each of its partitions alone"}}};

std::set<std::string> errors_in(Diagnostics const& problems) {
    std::set<std::string> messages;
    for (Diagnostic const& one : problems.items())
        if (one.severity == Severity::error) messages.insert(one.message);
    return messages;
}

class ScriptAdmission {
  public:
    ScriptAdmission(AdviceQuestion const& question, System const& machine, Library const& library)
        : question_(question), machine_(machine), library_(library) {}

    Result<AdmittedScript> admit() {
        auto partitions = script_partitions(question_.script, machine_);
        bool const read = !question_.script.remarks.has_errors();
        if (read) slurm_ = slurm_answer(question_.script, machine_);
        starts_ = read && !slurm_ && machine_.has_slurm_file();
        if (!partitions) return failure(refused(partitions.error(), nullptr));
        // Amounts that could not be read would break limits for no reason.
        if (!read) return failure(Diagnostics{});
        auto asked = asked_job(question_.script,
                               machine_,
                               question_.system,
                               std::move(*partitions),
                               question_.runtime);
        if (!asked) return failure(refused(asked.error(), nullptr));
        out_.asked = std::move(*asked);
        auto variant = variant_of(out_.asked.document, question_.settings);
        if (!variant) return failure(std::move(variant.error()));
        auto problems = problems_of(*variant);
        for (MayBeLeftOut const& one : may_be_left_out)
            if (problems.has_errors()) leave_out(one, *variant, problems);
        if (problems.has_errors() || slurm_)
            return failure(refused(std::move(problems), &out_.asked));
        take_nodes(*variant);
        out_.variant = std::move(*variant);
        out_.script = std::move(question_.script);
        return std::move(out_);
    }

  private:
    [[nodiscard]] Diagnostics problems_of(Variant const& variant) const {
        auto const resolved = resolve_all({variant}, library_);
        return resolved ? Diagnostics{} : resolved.error();
    }

    /// The request on the kind of nodes that the scenario takes of its partition.
    void take_nodes(Variant const& variant) {
        auto const resolved = resolve_all({variant}, library_);
        ResolvedRun const& run = resolved->front();
        ScriptPartitions partitions = out_.asked.partitions;
        if (!run.partition_choice.empty())
            partitions.why +=
                fmt::format("{}{}", partitions.why.empty() ? "" : "; ", run.partition_choice);
        partitions.all.front() = machine_.find_partition(run.partition->name);
        auto taken = asked_job(
            question_.script, machine_, question_.system, std::move(partitions), question_.runtime);
        if (taken) out_.asked = std::move(*taken);
    }

    [[nodiscard]] bool admits(ConfigNode document) const {
        auto const variant = variant_of(std::move(document), question_.settings);
        return variant && !problems_of(*variant).has_errors();
    }

    /// Leaves an option out if that solves a problem.
    void leave_out(MayBeLeftOut const& one, Variant& variant, Diagnostics& problems) {
        ConfigNode document = out_.asked.document;
        drop_job_key(document, out_.asked.job, one.key);
        if (one.key == "switches") drop_job_key(document, out_.asked.job, "switches-wait");
        auto without = variant_of(document, question_.settings);
        if (!without) return;
        Diagnostics left = problems_of(*without);
        if (std::ranges::includes(errors_in(left), errors_in(problems))) return;
        Diagnostic note =
            problem_at(question_.script.place_of({one.option}),
                       Code::inconsistent,
                       fmt::format("--{} is not simulated: {}", one.option, one.instead));
        note.severity = Severity::note;
        out_.notes.add(std::move(note));
        if (one.key == "reservation") question_.script.request.reservation.clear();
        if (one.key == "switches") question_.script.request.switches = {};
        if (one.key == "partitions") {
            auto& all = out_.asked.partitions.all;
            out_.apart.assign(all.begin() + 1, all.end());
            all.resize(1);
        }
        out_.asked.document = std::move(document);
        variant = std::move(*without);
        problems = std::move(left);
    }

    /// The refusals in the words of sbatch, with what would be admitted. `asked`: null if there is no scenario.
    [[nodiscard]] Diagnostics refused(Diagnostics const& problems, AskedJob const* asked) const {
        Diagnostics out;
        for (Diagnostic one : problems.items()) {
            // Slurm knows the reason better than what the simulation needs.
            if (slurm_ && one.code == Code::inconsistent && of_script(one)) continue;
            if (of_script(one)) translate(one, asked != nullptr);
            out.add(std::move(one));
        }
        bool const unread = question_.script.remarks.has_errors();
        if (slurm_ && !unread) out.add(words_of_slurm(out.has_errors()));
        if (starts_ && out.has_errors()) return beyond_simulation(out);
        if (unread || out.fault() != Fault::impossible) return out;
        std::string const help = asked == nullptr ? std::string{} : other_qos(*asked);
        if (!help.empty()) return with_help(out, help);
        Diagnostic d = problem_at(
            question_.script.place_of({"partition"}), Code::never_fits, admitting_partitions());
        d.severity = Severity::note;
        out.add(std::move(d));
        return out;
    }

    /// Slurm finds nodes for some requests whose form a scenario does not have, such as uneven tasks.
    [[nodiscard]] Diagnostics beyond_simulation(Diagnostics const& problems) const {
        Diagnostics out;
        for (Diagnostic one : problems.items()) {
            bool const impossible = one.code == Code::never_fits || one.code == Code::over_limit;
            if (one.severity == Severity::error && impossible) one.code = Code::inconsistent;
            out.add(std::move(one));
        }
        Diagnostic d =
            problem_at(question_.script.whole,
                       Code::inconsistent,
                       "Slurm starts the job on the empty machine; it cannot be simulated as "
                       "it is written");
        d.severity = Severity::note;
        out.add(std::move(d));
        return out;
    }

    [[nodiscard]] Diagnostic words_of_slurm(bool explained) const {
        Diagnostic d = problem_at(
            question_.script.whole,
            Code::never_fits,
            explained
                ? fmt::format("Slurm's reason: {}", *slurm_)
                : fmt::format("Slurm does not start the job on the empty machine: {}", *slurm_));
        if (explained) d.severity = Severity::note;
        return d;
    }

    [[nodiscard]] bool of_script(Diagnostic const& one) const {
        auto const& source = question_.script.whole.source;
        return one.where.file == "--sbatch" ||
               (source != nullptr && one.where.file == source->name);
    }

    /// What another machine might admit is a fault of the request, not of the text; who has only a script knows no keys of
    /// scenarios.
    static void translate(Diagnostic& one, bool by_machine) {
        bool const here = one.code == Code::unknown_name || one.code == Code::missing_key ||
                          (by_machine && one.code == Code::inconsistent);
        if (one.severity == Severity::error && here) one.code = Code::never_fits;
        if (one.help.find('`') != std::string::npos &&
            one.help.find("`clustersim") == std::string::npos)
            one.help.clear();
    }

    static Diagnostics with_help(Diagnostics const& problems, std::string const& help) {
        Diagnostics out;
        for (Diagnostic one : problems.items()) {
            if (one.code == Code::over_limit || one.code == Code::never_fits) one.help = help;
            out.add(std::move(one));
        }
        return out;
    }

    /// Whether Slurm starts the job with another partition or QOS.
    [[nodiscard]] bool starts_with(std::string partition, std::string qos) const {
        JobScript other = question_.script;
        if (!partition.empty()) other.request.partition = std::move(partition);
        other.request.qos = std::move(qos);
        return !slurm_answer(other, machine_);
    }

    /// "add --qos=…" if another QOS of the partition admits the job.
    [[nodiscard]] std::string other_qos(AskedJob const& asked) const {
        std::vector<std::string> names;
        for (AdmittingQos const& one : asked.place.qos) {
            if (one.name == asked.qos || one.slurm_name == asked.qos) continue;
            ConfigNode document = asked.document;
            ConfigNode value = question_.script.place_of({"qos"});
            value.kind = ConfigNode::Kind::scalar;
            value.scalar = one.name;
            set_value(document, "qos", std::move(value));
            if (admits(std::move(document)) && starts_with({}, one.slurm_name))
                names.push_back("--qos=" + one.name);
        }
        if (names.empty()) return {};
        return fmt::format("{} {}",
                           question_.script.request.qos.empty() ? "add" : "use",
                           fmt::join(names, " or "));
    }

    /// The names in Slurm of the partitions that the job asks for.
    [[nodiscard]] std::vector<std::string> asked_names() const {
        std::vector<std::string> names;
        if (auto const asked = script_partitions(question_.script, machine_))
            for (Partition const* one : asked->all) names.push_back(one->slurm_name);
        return names;
    }

    /// The partitions of the machine, not only those with the same nodes, that admit the request.
    [[nodiscard]] std::string admitting_partitions() const {
        std::vector<std::string> names;
        std::vector<std::string> const refused = asked_names();
        for (Partition const& one : machine_.partitions) {
            if (!one.reservation.empty()) continue;
            bool const gpus = machine_.node_type_of(one).gpus > 0;
            if (gpus != asks_for_gpus(question_.script)) continue;
            if (!suits_gpus(question_.script, machine_, one)) continue;
            // What was refused is not admitted.
            if (std::ranges::find(refused, one.slurm_name) != refused.end()) continue;
            auto const asked = asked_in(question_, machine_, one);
            if (!asked || !admits(asked->document) || !starts_with(one.slurm_name, {})) continue;
            if (std::ranges::find(names, one.slurm_name) == names.end())
                names.push_back(one.slurm_name);
        }
        if (names.empty())
            return fmt::format("no {}partition of {} admits the job",
                               refused.empty() ? "" : "other ",
                               machine_.name);
        constexpr std::size_t most_listed = 8;
        std::size_t const more = names.size() - std::min(names.size(), most_listed);
        names.resize(names.size() - more);
        return fmt::format("partitions that admit it: {}{}",
                           fmt::join(names, ", "),
                           more == 0 ? std::string{} : fmt::format(", and {} more", more));
    }

    AdviceQuestion question_;
    System const& machine_;
    Library const& library_;
    std::optional<std::string> slurm_;  ///< slurm_answer() of the script
    bool starts_ = false;               ///< Slurm is known to start it
    AdmittedScript out_;
};

}  // namespace

Result<Variant> variant_of(ConfigNode document, Settings const& settings) {
    auto complete = scenario_document(std::move(document), settings);
    if (!complete) return failure(std::move(complete.error()));
    auto variants = expand_sweep(*complete);
    if (!variants) return failure(std::move(variants.error()));
    return std::move(variants->front());
}

Result<AskedJob>
asked_in(AdviceQuestion const& question, System const& machine, Partition const& other) {
    JobScript script = question.script;
    script.request.qos.clear();
    return asked_job(script, machine, question.system, {{&other}, {}}, question.runtime);
}

Result<AdmittedScript>
admit_script(AdviceQuestion const& question, System const& machine, Library const& library) {
    return ScriptAdmission(question, machine, library).admit();
}

}  // namespace clustersim
