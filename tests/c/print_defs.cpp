// Writes the structs of fray_c.h that follow from the lists of fields in fray/defs.h.
//   fray_print_c_defs --check HEADER    fails if the structs in HEADER differ from the lists
//   fray_print_c_defs --write HEADER    rewrites them
#include "fray/defs.h"

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

namespace {

using namespace fray;

constexpr const char begin_mark[] =
    "/* Written by fray_print_c_defs --write from the lists of fields in fray/defs.h. */\n/* clang-format off */\n";
constexpr const char end_mark[] = "/* clang-format on */\n";

// ---- Names of the types in C ----------------------------------------------------------------------------------------

std::string c_type(bool) { return "bool"; }
std::string c_type(int) { return "int"; }
std::string c_type(float) { return "float"; }
std::string c_type(double) { return "double"; }
std::string c_type(Scope) { return "fray_scope"; }
std::string c_type(Rebalance) { return "fray_rebalance"; }
std::string c_type(Outside) { return "fray_outside"; }
std::string c_type(Release) { return "fray_release"; }
std::string c_type(Choice) { return "fray_choice"; }
std::string c_type(Targeting) { return "fray_targeting"; }
std::string c_type(Motion) { return "fray_motion"; }
std::string c_type(Control) { return "fray_control"; }
std::string c_type(const MoraleDef&) { return "fray_morale_def"; }
std::string c_type(const CooldownDef&) { return "fray_cooldown_def"; }
std::string c_type(const CircleDef&) { return "fray_circle_def"; }
std::string c_type(const ReactionDef&) { return "fray_reaction_def"; }
std::string c_type(const TimerDef&) { return "fray_timer_def"; }
std::string c_type(const BackstepDef&) { return "fray_backstep_def"; }
std::string c_type(const HealDef&) { return "fray_heal_def"; }
std::string c_type(const ClassLimit&) { return "fray_class_limit"; }
std::string c_type(const PhaseDef&) { return "fray_phase_def"; }
std::string c_type(const UserStateUse&) { return "fray_state_use"; }
std::string c_type(const AttackDef&) { return "fray_attack_def"; }
std::string c_type(const BodyDef&) { return "fray_body_def"; }
std::string c_type(const PerceptionDef&) { return "fray_perception_def"; }
std::string c_type(const EngagementDef&) { return "fray_engagement_def"; }
std::string c_type(const BossDef&) { return "fray_boss_def"; }

// ---- Printing a struct ----------------------------------------------------------------------------------------------

class StructPrinter : public FieldVisitor {
public:
    template <typename T>
    void operator()(std::string key, const FieldRange& range, const std::string& doc, const T& value) {
        const FieldRange own = range.degrees ? range.in_radians() : range;
        const std::string text = (range.degrees ? "rad " : "") + doc +
                                 (std::is_enum_v<T> ? "" : " (" + to_text(own) + ")") +
                                 (range.unlimited ? "; infinity: no damage lowers it" : "");
        if constexpr (requires { std::tuple_size<T>::value; }) {
            line(c_type(value[0]), key + "[" + std::to_string(value.size()) + "]", text);
        } else if constexpr (requires { value.empty(); }) {
            line("const " + c_type(typename T::value_type{}) + "*", key, text);
            line("size_t", key.substr(0, key.size() - 1) + "_count", "");
        } else {
            line(c_type(value), key, text);
        }
    }
    template <typename T> void operator()(std::string key, const std::string& doc, const T& value) {
        line(c_type(value), key, doc);
    }
    void operator()(const std::string& key, const std::string& doc, const std::string&) {
        // `class` is a keyword of C++, in which the header must compile too.
        line("const char*", key == "class" ? "attack_class" : key, doc + "; null: none");
    }
    template <typename T> void component(const char* key, const char* doc, const T& value) {
        line(c_type(value), key, doc);
    }
    void name(const std::string&) { line("const char*", "name", "null: none"); }
    void reference(const char* key, Names, const char* doc, const std::string& value) { (*this)(key, doc, value); }
    template <typename T> void relation(const std::string& key, T, Relation relation, const std::string& other, T) {
        rules_ += " * " + key + (relation == Relation::more_than ? " > " : " >= ") + other + ".\n";
    }
    void needs(const std::string& key, double, const std::string& other, const std::string&) {
        rules_ += " * " + key + " needs a " + other + ".\n";
    }

    /// `sized`: the struct begins with its size, by which the library knows its version.
    template <typename Def> static std::string print(const std::string& name, const std::string& doc, bool sized) {
        StructPrinter printer;
        const Def defaults;
        if (sized) printer.line("uint32_t", "struct_size", "set by fray_init_" + name);
        describe(printer, defaults);
        const std::string rules = printer.rules_.empty() ? "" : "\n" + printer.rules_;
        return "/* " + doc + rules + " */\ntypedef struct fray_" + name + " {\n" + printer.lines_ + "} fray_" + name +
               ";\n";
    }

private:
    void line(const std::string& type, const std::string& name, const std::string& doc) {
        lines_ += "    " + type + " " + name + ";" + (doc.empty() ? "" : " /* " + doc + " */") + "\n";
    }

    std::string lines_, rules_;
};

std::string all() {
    using P = StructPrinter;
    return P::print<CooldownDef>(
               "cooldown_def",
               "Limits how often an attack is used, in three tiers. An attack counts as used when its "
               "token is given. If\n * it ends before its windup has begun, the use is taken back.",
               false) +
           "\n" + P::print<AttackDef>("attack_def", "A row of an attack table.", true) + "\n" +
           P::print<CircleDef>("circle_def",
                               "The engagement circle around an agent: slots and budgets for the agents that fight it. "
                               "A given\n * approach_radius must be more than attack_radius.",
                               false) +
           "\n" +
           P::print<TimerDef>(
               "timer_def",
               "Timers that end a state without progress. Each time is drawn at random between its two values.",
               false) +
           "\n" + P::print<BackstepDef>("backstep_def", "A leap away from the target.", false) + "\n" +
           P::print<HealDef>("heal_def", "Healing with heal charges. The agent is invulnerable meanwhile.", false) +
           "\n" + P::print<BodyDef>("body_def", "The body of an agent, and how it moves.", false) + "\n" +
           P::print<PerceptionDef>("perception_def", "What an agent notices, and how it selects its target.", false) +
           "\n" +
           P::print<EngagementDef>("engagement_def",
                                   "How an agent fights. A given hit_range must be at least engage_range.", false) +
           "\n" +
           P::print<BossDef>("boss_def",
                             "The behaviour of a boss: reactions, timers, backsteps, healing, phases and staggers.",
                             false) +
           "\n" + P::print<ArchetypeDef>("archetype_def", "What all agents of a kind have in common.", true) + "\n" +
           P::print<MoraleDef>("morale_def", "The morale of a squad: 0 to 100 points, at first 100. Its mood follows.",
                               false) +
           "\n" + P::print<SquadDef>("squad_def", "How a squad keeps together.", true);
}

} // namespace

int main(int argc, char** argv) {
    const std::string mode = argc == 3 ? argv[1] : "";
    if (mode != "--check" && mode != "--write") {
        std::cerr << "fray_print_c_defs: allowed: --check HEADER, --write HEADER\n";
        return 2;
    }
    std::ostringstream read;
    read << std::ifstream(argv[2]).rdbuf();
    std::string header = read.str();
    const size_t begin = header.find(begin_mark), end = header.find(end_mark, begin);
    if (begin == std::string::npos || end == std::string::npos) {
        std::cerr << argv[2] << ": has no part that is written by fray_print_c_defs\n";
        return 1;
    }
    const std::string before = header;
    header.replace(begin, end - begin, begin_mark + all());
    if (mode == "--write") {
        std::ofstream(argv[2]) << header;
    } else if (header != before) {
        std::cerr << argv[2] << ": is not what the lists of fields say; fray_print_c_defs --write writes it anew\n";
        return 1;
    }
    return 0;
}
