#include "frame_graph.h"

#include "fray/fatal.h"

#include <stdexcept>

namespace fray {

void FrameGraph::add(SystemDecl system) {
    SystemRights rights;
    rights.system = system.name;
    for (const FieldUse& use : system.uses) rights.access[use.field] |= use.access;
    for (const FieldUse& use : system.uses)
        if ((rights.access[use.field] & write_own) != 0 && (rights.access[use.field] & read_any) != 0)
            throw std::logic_error(std::string("system ") + system.name + " writes " + field_names_[use.field] +
                                   " as own and reads it as any");
    rights_.push_back(rights);
    systems_.push_back(std::move(system));
}

bool FrameGraph::conflict(const SystemRights& a, const SystemRights& b) const {
    constexpr uint8_t writes = write_own | write_any;
    for (size_t field = 0; field < field_names_.size(); ++field) {
        const uint8_t first = a.access[field];
        const uint8_t second = b.access[field];
        if (first != 0 && second != 0 && ((first | second) & writes) != 0) return true;
    }
    return false;
}

void FrameGraph::build() {
    const uint32_t n = static_cast<uint32_t>(systems_.size());
    reaches_.assign(n, std::vector<bool>(n, false));
    edges_.clear();
    // Visit the predecessors from the nearest back: an edge is needed only where no path exists yet.
    for (uint32_t to = 0; to < n; ++to)
        for (uint32_t from = to; from-- > 0;) {
            if (reaches_[from][to] || !conflict(rights_[from], rights_[to])) continue;
            edges_.emplace_back(from, to);
            reaches_[from][to] = true;
            for (uint32_t earlier = 0; earlier < from; ++earlier)
                if (reaches_[earlier][from]) reaches_[earlier][to] = true;
        }
    successor_begin_.assign(n + 1, 0);
    successors_.clear();
    for (uint32_t from = 0; from < n; ++from) {
        successor_begin_[from] = static_cast<uint32_t>(successors_.size());
        for (const auto& [a, b] : edges_)
            if (a == from) successors_.push_back(b);
    }
    successor_begin_[n] = static_cast<uint32_t>(successors_.size());
    plan_ = {n, successor_begin_.data(), successors_.data(),
             [](void* self, uint32_t system) { static_cast<FrameGraph*>(self)->systems_[system].run(); }, this};
}

std::string FrameGraph::shared_fields(uint32_t from, uint32_t to) const {
    constexpr uint8_t writes = write_own | write_any;
    std::string text;
    int count = 0;
    for (size_t field = 0; field < field_names_.size(); ++field) {
        const uint8_t a = rights_[from].access[field];
        const uint8_t b = rights_[to].access[field];
        if (a == 0 || b == 0 || ((a | b) & writes) == 0) continue;
        if (++count <= 3) text += (count > 1 ? ", " : "") + field_names_[field];
    }
    if (count > 3) text += " +" + std::to_string(count - 3);
    return text;
}

std::string FrameGraph::dot() const {
    std::string text = "digraph frame {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n";
    for (const SystemDecl& system : systems_)
        text += std::string("  ") + system.name + " [tooltip=\"" + system.why + "\"];\n";
    for (const auto& [from, to] : edges_)
        text += std::string("  ") + systems_[from].name + " -> " + systems_[to].name + " [label=\"" +
                shared_fields(from, to) + "\"];\n";
    return text + "}\n";
}

std::string FrameGraph::mermaid() const {
    std::string text = "flowchart LR\n";
    for (const SystemDecl& system : systems_)
        text += std::string("  ") + system.name + "[\"" + system.name + "<br/>" + system.why + "\"]\n";
    for (const auto& [from, to] : edges_)
        text += std::string("  ") + systems_[from].name + " -->|" + shared_fields(from, to) + "| " + systems_[to].name +
                "\n";
    return text;
}

const SystemRights*& current_rights() {
    thread_local const SystemRights* rights = nullptr;
    return rights;
}

LoopRows& current_rows() {
    thread_local LoopRows rows;
    return rows;
}

void check_own_row(uint32_t row, const char* field_name) {
    const LoopRows rows = current_rows();
    if (row >= rows.begin && row < rows.end) return;
    fatal("row " + std::to_string(row) + " of " + field_name + " is used as its own by a loop over the rows from " +
          std::to_string(rows.begin) + " to " + std::to_string(rows.end));
}

void check_access(FieldIndex field, uint8_t access, const char* field_name) {
    const SystemRights* rights = current_rights();
    if (rights == nullptr) return;
    uint8_t granted = rights->access[field];
    // The right to any element includes the right to the agent's own element, and the right to write includes reading.
    if ((granted & read_any) != 0) granted |= read_own;
    if ((granted & write_any) != 0) granted |= write_own | read_any | read_own;
    if ((granted & write_own) != 0) granted |= read_own;
    if ((access & ~granted) == 0) return;
    static const char* const words[] = {"read own", "read any", "write own", "write any"};
    int bit = 0;
    while (((access & ~granted) >> bit & 1) == 0) ++bit;
    fatal(std::string("system ") + rights->system + " did not declare to " + words[bit] + " " + field_name);
}

} // namespace fray
