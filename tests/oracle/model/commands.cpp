#include "model/commands.h"

#include <concepts>

namespace fray::model {
namespace {

template <typename T, typename Field> void note(std::vector<T*>& found, Field& field) {
    if constexpr (std::same_as<Field, T>)
        found.push_back(&field);
    else if constexpr (std::same_as<Field, OrderDef> && std::same_as<T, AgentId>)
        found.push_back(&field.target);
    else if constexpr (std::same_as<Field, SpawnDef> && std::same_as<T, SquadId>)
        found.push_back(&field.squad);
}

} // namespace

template <typename T> std::vector<T*> fields_of(AnyCommand& command) {
    std::vector<T*> found;
    visit_command(command, [&](auto& c) {
        if constexpr (requires { all_fields(c); })
            std::apply([&](auto&... field) { (note(found, field), ...); }, all_fields(c));
    });
    return found;
}
template std::vector<AgentId*> fields_of(AnyCommand&);
template std::vector<SquadId*> fields_of(AnyCommand&);
template std::vector<OrderDef*> fields_of(AnyCommand&);

} // namespace fray::model
