// Numbers that are typed into a drag field of Dear ImGui.
#pragma once

#include <imgui.h>

namespace fray::demo {

/// What counts of a number that a drag field has set. Dear ImGui tells every keystroke: of a number that is being typed
/// `before` counts until the field is left. A drag counts at once, and Escape drops what was typed. Call it right after
/// the field, in every picture. `label`: that of the field; `shown`: its number, which was `before` at first.
template <class Number> Number typed_number(const char* label, Number before, Number shown) {
    struct Typed {
        ImGuiID id = 0;
        Number number{};
    };
    static Typed typed; // at most one field is typed into
    const ImGuiID id = ImGui::GetID(label);
    if (ImGui::IsItemActive() && ImGui::GetIO().WantTextInput) {
        typed = shown != before ? Typed{id, shown} : Typed{};
        return before;
    }
    if (typed.id != id) return shown;
    // If another field takes the focus first, Dear ImGui drops the text, and `shown` is still `before`.
    const bool left = ImGui::IsItemDeactivated() && !ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
    const Number last = left && shown == before ? typed.number : shown;
    typed = {};
    return last;
}

} // namespace fray::demo
