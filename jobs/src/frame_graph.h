// FrameGraph: the systems of a frame. Each system declares the fields that it reads and writes, and the edges of the
// graph follow from the declarations. A job system runs the graph. Debug builds check every access against the
// declaration (`check_access`).
#pragma once

#include "fray/jobs.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace fray {

/// How a system uses a field, as a set of bits: it reads or writes the element of the agent that it currently visits
/// (own), or the element of any agent (any).
enum FieldAccess : uint8_t {
    read_own = 1,
    read_any = 2,
    write_own = 4,
    write_any = 8,
};

/// The number of a field: its index in the field names that FrameGraph was made with.
using FieldIndex = uint8_t;

struct FieldUse {
    FieldIndex field;
    uint8_t access; ///< bits of FieldAccess
};

/// The declaration of a system.
struct SystemDecl {
    const char* name;
    const char* why; ///< what the system does, for drawings of the graph
    std::vector<FieldUse> uses;
    std::function<void()> run;
};

/// What a system may read and write; for the assertions in debug builds.
struct SystemRights {
    const char* system = nullptr; ///< name of the system
    uint8_t access[256] = {};     ///< by FieldIndex, bits of FieldAccess
};

class FrameGraph {
public:
    explicit FrameGraph(std::vector<std::string> field_names) : field_names_(std::move(field_names)) {}

    /// Adds a system. Systems that conflict run in the order in which they were added. Throws std::logic_error when a
    /// system writes a field as own and reads it as any: results would then depend on the order of the agents. Such a
    /// system has to read a copy of the last frame, which is another field.
    void add(SystemDecl system);
    /// Derives the edges and the plan. Call it after the last `add` and before `run`.
    void build();

    void run(JobSystem& jobs) { jobs.run_graph(plan_); }
    const GraphPlan& plan() const { return plan_; }

    size_t size() const { return systems_.size(); }
    const SystemDecl& system(size_t index) const { return systems_[index]; }
    const SystemRights& rights(size_t index) const { return rights_[index]; }
    /// Conflicts between systems as pairs (before, after), without those that follow from other edges.
    const std::vector<std::pair<uint32_t, uint32_t>>& edges() const { return edges_; }
    /// True if a path of edges leads from `before` to `after`.
    bool ordered(size_t before, size_t after) const { return reaches_[before][after]; }

    std::string dot() const;
    std::string mermaid() const;

private:
    bool conflict(const SystemRights& a, const SystemRights& b) const;
    std::string shared_fields(uint32_t from, uint32_t to) const;

    std::vector<std::string> field_names_;
    std::vector<SystemDecl> systems_;
    std::vector<SystemRights> rights_;
    std::vector<std::pair<uint32_t, uint32_t>> edges_;
    std::vector<std::vector<bool>> reaches_;
    std::vector<uint32_t> successor_begin_;
    std::vector<uint32_t> successors_;
    GraphPlan plan_;
};

/// The rights of the system that this thread works for; null outside systems.
const SystemRights*& current_rights();
/// The rows that the loop of this thread visits: all, if the loop does not say.
struct LoopRows {
    uint32_t begin = 0, end = ~0u;
};
LoopRows& current_rows();
/// While a RowsScope lives, its thread visits these rows.
class RowsScope {
public:
    explicit RowsScope(LoopRows rows) : outer_(std::exchange(current_rows(), rows)) {}
    ~RowsScope() { current_rows() = outer_; }
    RowsScope(const RowsScope&) = delete;
    RowsScope& operator=(const RowsScope&) = delete;

private:
    LoopRows outer_;
};
/// While a RightsScope lives, its thread works for the system with these rights.
class RightsScope {
public:
    explicit RightsScope(const SystemRights* rights) : outer_(std::exchange(current_rights(), rights)), rows_({}) {}
    ~RightsScope() { current_rights() = outer_; }
    RightsScope(const RightsScope&) = delete;
    RightsScope& operator=(const RightsScope&) = delete;

private:
    const SystemRights* outer_;
    RowsScope rows_;
};

/// Aborts the program if this thread works for a system that did not declare this access. The message names the system,
/// the access and the field.
void check_access(FieldIndex field, uint8_t access, const char* field_name);
/// Aborts the program if the loop of this thread does not visit this row. The message names the field.
void check_own_row(uint32_t row, const char* field_name);

} // namespace fray
