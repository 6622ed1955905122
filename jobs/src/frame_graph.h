// The stages of a frame and what each declares to read and write; the edges follow from the declarations.
#pragma once

#include "fray/jobs.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fray {

/// What a stage does to a field, to the element of the agent at hand (own) or to anybody's (any): a bit set.
enum FieldAccess : uint8_t {
    read_own = 1,
    read_any = 2,
    write_own = 4,
    write_any = 8,
};

/// A field's number, as its owner counts fields.
using FieldIndex = uint8_t;

struct FieldUse {
    FieldIndex field;
    uint8_t access; ///< bits of FieldAccess
};

struct StageDecl {
    const char* name;
    const char* why;
    std::vector<FieldUse> uses;
    std::function<void()> run;
};

/// What the running stage may touch; for the assertions in debug builds.
struct StageRights {
    const char* stage = nullptr;
    uint8_t access[256] = {};
};

class FrameGraph {
public:
    explicit FrameGraph(std::vector<std::string> field_names) : field_names_(std::move(field_names)) {}

    /// In the order in which conflicting stages run. Throws std::logic_error when a stage writes a field as own
    /// and reads it as any: it would have to read last frame's copy, which is another field.
    void add(StageDecl stage);
    /// After the last `add`, before `run`.
    void build();

    void run(JobSystem& jobs) { jobs.run_graph(plan_); }
    const GraphPlan& plan() const { return plan_; }

    size_t size() const { return stages_.size(); }
    const StageDecl& stage(size_t index) const { return stages_[index]; }
    const StageRights& rights(size_t index) const { return rights_[index]; }
    /// Conflicts between stages, without those that follow from others.
    const std::vector<std::pair<uint32_t, uint32_t>>& edges() const { return edges_; }
    /// Is there a path?
    bool ordered(size_t before, size_t after) const { return reaches_[before][after]; }

    std::string dot() const;
    std::string mermaid() const;

private:
    bool conflict(const StageRights& a, const StageRights& b) const;
    std::string shared_fields(uint32_t from, uint32_t to) const;

    std::vector<std::string> field_names_;
    std::vector<StageDecl> stages_;
    std::vector<StageRights> rights_;
    std::vector<std::pair<uint32_t, uint32_t>> edges_;
    std::vector<std::vector<bool>> reaches_;
    std::vector<uint32_t> successor_begin_;
    std::vector<uint32_t> successors_;
    GraphPlan plan_;
};

/// The rights of the stage that this thread works for; null outside stages.
const StageRights*& current_rights();

/// Gives this thread a stage's rights, and the ones before back when it goes, also where something is thrown.
class WithRights {
public:
    explicit WithRights(const StageRights* rights) : outer_(current_rights()) { current_rights() = rights; }
    ~WithRights() { current_rights() = outer_; }
    WithRights(const WithRights&) = delete;
    WithRights& operator=(const WithRights&) = delete;

private:
    const StageRights* outer_;
};

/// Aborts, naming stage, field and access, if this thread works for a stage that did not declare it.
void check_access(FieldIndex field, uint8_t access, const char* field_name);

} // namespace fray
