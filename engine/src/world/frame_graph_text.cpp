// The functions of fray/frame_graph.h.
#include "fray/frame_graph.h"

#include "world/world_impl.h"

namespace fray {

std::string graph_dot(const World& world) { return impl_of(world).frame->graph().dot(); }
std::string graph_mermaid(const World& world) { return impl_of(world).frame->graph().mermaid(); }

std::vector<SystemColumns> system_columns(const World& world) {
    const FrameGraph& graph = impl_of(world).frame->graph();
    std::vector<SystemColumns> systems(graph.size());
    for (size_t i = 0; i < graph.size(); ++i)
        for (const ColumnBase* column : impl_of(world).state.agents.registry.columns()) {
            const uint8_t access = graph.rights(i).access[static_cast<size_t>(column->field())];
            const auto bytes = static_cast<uint32_t>(column->element_size());
            if ((access & (write_own | write_any)) != 0)
                systems[i].written += bytes;
            else if (access != 0)
                systems[i].read += bytes;
        }
    return systems;
}

} // namespace fray
