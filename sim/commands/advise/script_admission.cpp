// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/script_admission.hpp"

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
    std::string_view option;
    std::string_view instead;
};
constexpr std::array<MayBeLeftOut, 4> may_be_left_out{
    {{"reservation", "the job waits among all others of the partition"},
     {"switches", "the nodes may lie under any switches"},
     {"constraint", "the machine file names no features, and any node of the partition is used"},
     {"partition", "the job is simulated in each of its partitions alone"}}};

/// A file that names features of some nodes names all that jobs may ask for.
bool names_features(System const& machine) {
    return machine.has_slurm_file() ||
           std::ranges::any_of(
               machine.node_types, [](auto const& one) { return !one.second.features.empty(); });
}

std::set<std::string> errors_in(Diagnostics const& problems) {
    std::set<std::string> messages;
    for (Diagnostic const& one : problems.items())
        if (one.severity == Severity::error) messages.insert(one.message);
    return messages;
}

class ScriptAdmission {
  public:
    ScriptAdmission(AdviceQuestion const& question, AskedMachine& machine)
        : question_(question), machine_(machine) {}

    Result<AdmittedScript> admit() {
        JobScript const& script = question_.script;
        bool const read = !script.remarks.has_errors();
        if (read && machine_.slurm() != nullptr) {
            EmptyMachineAnswer answer = machine_.slurm()->ask(script);
            if (!answer.refusal) return take_started(answer.start);
            slurm_ = std::move(answer.refusal);
        }
        auto partitions = script_partitions(script, machine_.machine());
        if (!partitions) return failure(refused(partitions.error(), nullptr));
        // Amounts that could not be read would break limits for no reason.
        if (!read) return failure(Diagnostics{});
        auto asked = by_file(script, std::move(*partitions));
        if (!asked) return failure(refused(asked.error(), nullptr));
        out_.asked = std::move(*asked);
        auto run = machine_.resolve(out_.asked);
        for (MayBeLeftOut const& one : may_be_left_out)
            if (!run) leave_out(one, run);
        if (!run) return failure(refused(run.error(), &out_.asked));
        if (slurm_) return failure(refused({}, &out_.asked));
        return take(std::move(*run));
    }

  private:
    /// The job as the limits of the machine file admit it.
    [[nodiscard]] Result<AskedJob> by_file(JobScript const& script,
                                           ScriptPartitions partitions) const {
        return asked_job(
            script, machine_.machine(), question_.system, std::move(partitions), question_.runtime);
    }

    /// What Slurm starts is simulated as it is written.
    Result<AdmittedScript> take_started(EmptyMachineStart const& start) {
        JobScript const& script = question_.script;
        auto asked = started_job(script,
                                 machine_.machine(),
                                 question_.system,
                                 *machine_.slurm(),
                                 start,
                                 question_.runtime);
        if (!asked) return failure(asked.error());
        out_.asked = std::move(*asked);
        auto run = machine_.resolve(out_.asked);
        if (!run) return failure(std::move(run.error()));
        if (!machine_.slurm()->knows_reservation(script.request.reservation) &&
            !script.request.reservation.empty())
            note_left_out(may_be_left_out.front());
        add_choice(run->partition_choice);
        out_.run = std::move(*run);
        out_.script = std::move(question_.script);
        return std::move(out_);
    }

    /// The request on the kind of nodes that the scenario takes of its partition.
    AdmittedScript take(ResolvedRun run) {
        ScriptPartitions partitions = out_.asked.partitions;
        partitions.all.front() = machine_.machine().find_partition(run.partition->name);
        if (auto taken = by_file(question_.script, std::move(partitions)))
            out_.asked = std::move(*taken);
        add_choice(run.partition_choice);
        out_.run = std::move(run);
        out_.script = std::move(question_.script);
        return std::move(out_);
    }

    void add_choice(std::string const& choice) {
        std::string& why = out_.asked.partitions.why;
        if (!choice.empty()) why += fmt::format("{}{}", why.empty() ? "" : "; ", choice);
    }

    [[nodiscard]] bool admits(Result<AskedJob> const& asked) const {
        return asked && (asked->read_by_slurm() || machine_.resolve(*asked).has_value());
    }

    void note_left_out(MayBeLeftOut const& one) {
        Diagnostic note =
            problem_at(question_.script.place_of({one.option}),
                       Code::inconsistent,
                       fmt::format("--{} is not simulated: {}", one.option, one.instead));
        note.severity = Severity::note;
        out_.notes.add(std::move(note));
    }

    /// Leaves an option out if that solves a problem.
    void leave_out(MayBeLeftOut const& one, Result<ResolvedRun>& run) {
        JobScript without = question_.script;
        ScriptPartitions partitions = out_.asked.partitions;
        if (one.option == "reservation") without.request.reservation.clear();
        if (one.option == "constraint") {
            if (names_features(machine_.machine())) return;
            without.request.constraint.clear();
        }
        if (one.option == "switches") without.request.switches = {};
        if (one.option == "partition") partitions.all.resize(1);
        auto asked = by_file(without, std::move(partitions));
        if (!asked) return;
        auto left = machine_.resolve(*asked);
        if (!left && std::ranges::includes(errors_in(left.error()), errors_in(run.error()))) return;
        note_left_out(one);
        auto const& all = out_.asked.partitions.all;
        if (one.option == "partition") out_.apart.assign(all.begin() + 1, all.end());
        question_.script = std::move(without);
        out_.asked = std::move(*asked);
        run = std::move(left);
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
        if (unread || out.fault() != Fault::impossible) return out;
        std::string const help = asked == nullptr ? std::string{} : other_qos(*asked);
        if (!help.empty()) return with_help(out, help);
        Diagnostic d = problem_at(
            question_.script.place_of({"partition"}), Code::never_fits, admitting_partitions());
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

    /// "add --qos=…" if another QOS of the partition admits the job.
    [[nodiscard]] std::string other_qos(AskedJob const& asked) const {
        std::vector<std::string> names;
        for (AdmittingQos const& one : asked.place.qos) {
            if (one.name == asked.qos || one.slurm_name == asked.qos) continue;
            JobScript other = question_.script;
            other.request.qos = one.slurm_name;
            if (admits(machine_.ask(other, asked.partitions, question_.runtime)))
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
        if (auto const asked = script_partitions(question_.script, machine_.machine()))
            for (Partition const* one : asked->all) names.push_back(one->slurm_name);
        return names;
    }

    /// The partitions of the machine, not only those with the same nodes, that admit the request.
    [[nodiscard]] std::string admitting_partitions() const {
        std::vector<std::string> names;
        std::vector<std::string> const refused = asked_names();
        System const& machine = machine_.machine();
        for (Partition const& one : machine.partitions) {
            if (!one.reservation.empty()) continue;
            bool const gpus = machine.node_type_of(one).gpus > 0;
            if (gpus != asks_for_gpus(question_.script)) continue;
            if (!suits_gpus(question_.script, machine, one)) continue;
            // What was refused is not admitted.
            if (std::ranges::find(refused, one.slurm_name) != refused.end()) continue;
            if (!admits(machine_.ask_in(question_.script, one))) continue;
            if (std::ranges::find(names, one.slurm_name) == names.end())
                names.push_back(one.slurm_name);
        }
        if (names.empty())
            return fmt::format("no {}partition of {} admits the job",
                               refused.empty() ? "" : "other ",
                               machine.name);
        constexpr std::size_t most_listed = 8;
        std::size_t const more = names.size() - std::min(names.size(), most_listed);
        names.resize(names.size() - more);
        return fmt::format("partitions that admit it: {}{}",
                           fmt::join(names, ", "),
                           more == 0 ? std::string{} : fmt::format(", and {} more", more));
    }

    AdviceQuestion question_;
    AskedMachine& machine_;
    std::optional<std::string> slurm_;  ///< why the Slurm of a file refuses the script
    AdmittedScript out_;
};

}  // namespace

Result<AdmittedScript> admit_script(AdviceQuestion const& question, AskedMachine& machine) {
    return ScriptAdmission(question, machine).admit();
}

}  // namespace clustersim
