// Views: the parameters of a function say what it may touch.
//
// A view lists columns of the agents, and parts of the world:
//
//   struct LookView : Views<Read<column::position>, WriteOwn<column::wake>, const Clock> {
//       using Views::Views;
//   };
//   void look(const LookView& world, Row row) {
//       if (world.position[row].x > 0.0f) world.wake.change(row) |= wake_again;
//   }
//
// Each is a member, of its own name. `ReadOwn` and `WriteOwn` are for the row that a loop visits, `Read` and `Write`
// for any; debug builds check the rows of loops with a RowsScope (frame_graph.h). A view is made from the world's
// state, or from another view that allows as much: code that asks for more than its caller may do does not compile.
// Views are references: they are cheap to copy, and rows that are added or removed end them. A view may derive from
// another, and gives it away without a copy. A view that lists `Agents` may touch every column, as code that adds rows
// must.
#pragma once

#include "storage/agents.h"
#include "storage/fields.h"

#include <type_traits>
#include <utility>

namespace fray {

/// The columns by name: types that the lists of views consist of.
namespace column {
#define FRAY_COLUMN(name)                                                                                              \
    struct name {                                                                                                      \
        template <typename View> struct Member {                                                                       \
            View name;                                                                                                 \
            template <typename Source> explicit Member(Source& source) : name(in(source)) {}                           \
            void prefetch_row(Row row) const { name.prefetch(row); }                                                   \
        };                                                                                                             \
        static auto& of(auto& agents) { return agents.name; }                                                          \
        static auto& in(auto& source) {                                                                                \
            if constexpr (requires { source.agents; })                                                                 \
                return source.agents;                                                                                  \
            else                                                                                                       \
                return source.name;                                                                                    \
        }                                                                                                              \
        using Column = decltype(Agents::name);                                                                         \
        static constexpr Field field = Field::name;                                                                    \
    };
FRAY_COLUMNS(FRAY_COLUMN)
#undef FRAY_COLUMN
} // namespace column

namespace views {

template <typename Component> class Reader;
template <typename Component> class OwnWriter;
template <typename Component> class Writer;

/// Reads elements. Null in a world without the column.
template <typename Component> class Elements {
public:
    using Element = typename Component::Column::Element;

    const Element& operator[](Row row) const { return data_[row.number()]; }
    /// By row.
    const Element* data() const { return data_; }
    /// False: the column is optional, and the world has none; or it has no agents.
    explicit operator bool() const { return data_ != nullptr; }
    void prefetch(Row row) const { Component::Column::prefetch(data_, row); }

protected:
    explicit Elements(const Element* data) : data_(data) {}

    const Element* data_;
};

template <typename Component> class OwnReader : public Elements<Component> {
public:
    explicit OwnReader(const Agents& agents) : Elements<Component>(Component::of(agents).own()) {}
    explicit OwnReader(const Reader<Component>& other) : Elements<Component>(other) {}
    explicit OwnReader(const OwnWriter<Component>& other) : Elements<Component>(other) {}
    explicit OwnReader(const Writer<Component>& other) : Elements<Component>(other) {}

    const typename Elements<Component>::Element& operator[](Row row) const {
        assert_own_row(Component::field, row.number());
        return Elements<Component>::operator[](row);
    }
};

template <typename Component> class Reader : public Elements<Component> {
public:
    explicit Reader(const Agents& agents) : Elements<Component>(Component::of(agents).any()) {}
    explicit Reader(const Writer<Component>& other) : Elements<Component>(other) {}
};

/// Reads and changes elements.
template <typename Component> class Changes : public Elements<Component> {
public:
    using typename Elements<Component>::Element;
    /// The element, to be changed: it is noted that the row was (RowWriter).
    Element& change(Row row) const { return write_[row]; }
    /// The elements, to be changed without a note: for rows that are noted already.
    Element* unnoted() const { return const_cast<Element*>(this->data()); }
    /// Also the note.
    void prefetch(Row row) const {
        Elements<Component>::prefetch(row);
        write_.prefetch_note(row);
    }

protected:
    using Write = typename Component::Column::Write;
    explicit Changes(Write write) : Elements<Component>(write.data()), write_(write) {}

    Write write_;
};

template <typename Component> class OwnWriter : public Changes<Component> {
public:
    explicit OwnWriter(Agents& agents) : Changes<Component>(Component::of(agents).write_own()) {}
    explicit OwnWriter(const Writer<Component>& other) : Changes<Component>(other) {}

    const typename Elements<Component>::Element& operator[](Row row) const {
        assert_own_row(Component::field, row.number());
        return Elements<Component>::operator[](row);
    }
    typename Elements<Component>::Element& change(Row row) const {
        assert_own_row(Component::field, row.number());
        return Changes<Component>::change(row);
    }
};

template <typename Component> class Writer : public Changes<Component> {
public:
    explicit Writer(Agents& agents) : Changes<Component>(Component::of(agents).write_any()) {}
};

template <typename Type>
concept IsView = requires {
    typename Type::ItemsOfView;
};

/// A part of the world.
template <typename Item> struct Members : PartOf<std::remove_const_t<Item>>::template Member<Item> {
    using PartOf<std::remove_const_t<Item>>::template Member<Item>::Member;
};

} // namespace views

// What a view lists.
template <typename... Components> struct ReadOwn {};
template <typename... Components> struct Read {};
template <typename... Components> struct WriteOwn {};
template <typename... Components> struct Write {};
/// The number of agents in storage, as `rows`.
struct RowCount {};

namespace views {

template <template <typename> typename View, typename... Components>
struct ColumnMembers : Components::template Member<View<Components>>... {
    template <typename Source>
    explicit ColumnMembers(Source& source) : Components::template Member<View<Components>>(source)... {}
    void prefetch_row(Row row) const { (Components::template Member<View<Components>>::prefetch_row(row), ...); }
};
template <typename... Components> struct Members<ReadOwn<Components...>> : ColumnMembers<OwnReader, Components...> {
    using ColumnMembers<OwnReader, Components...>::ColumnMembers;
};
template <typename... Components> struct Members<Read<Components...>> : ColumnMembers<Reader, Components...> {
    using ColumnMembers<Reader, Components...>::ColumnMembers;
};
template <typename... Components> struct Members<WriteOwn<Components...>> : ColumnMembers<OwnWriter, Components...> {
    using ColumnMembers<OwnWriter, Components...>::ColumnMembers;
};
template <typename... Components> struct Members<Write<Components...>> : ColumnMembers<Writer, Components...> {
    using ColumnMembers<Writer, Components...>::ColumnMembers;
};
template <> struct Members<RowCount> {
    uint32_t rows;
    template <typename Source> explicit Members(Source& source) : rows(count(source)) {}
    static uint32_t count(auto& source) {
        if constexpr (requires { source.agents; })
            return source.agents.rows();
        else
            return source.rows;
    }
};
template <> struct Members<UserColumns> {
    UserColumns& user_columns;
    template <typename Source> explicit Members(Source& source) : user_columns(in(source)) {}
    static UserColumns& in(auto& source) {
        if constexpr (requires { source.agents; })
            return source.agents.user_columns;
        else
            return source.user_columns;
    }
};
template <IsView Item> struct Members<Item> : Item { using Item::Item; };

/// Adds to a list what an item of a view allows.
template <typename Item> struct Rights {
    static void add(Access& list) {
        for (const Field field : PartOf<std::remove_const_t<Item>>::fields)
            if (field != Field::count) list.push_back(use_of(field, std::is_const_v<Item> ? read_any : write_any));
    }
};
template <uint8_t access, typename... Components> struct RightsToColumns {
    static void add(Access& list) { (list.push_back(use_of(Components::field, access)), ...); }
};
template <typename... Components> struct Rights<ReadOwn<Components...>> : RightsToColumns<read_own, Components...> {};
template <typename... Components> struct Rights<Read<Components...>> : RightsToColumns<read_any, Components...> {};
template <typename... Components> struct Rights<WriteOwn<Components...>> : RightsToColumns<write_own, Components...> {};
template <typename... Components> struct Rights<Write<Components...>> : RightsToColumns<write_any, Components...> {};
template <> struct Rights<RowCount> {
    static void add(Access&) {}
};
template <> struct Rights<UserColumns> {
    static void add(Access& list) { list.push_back(use_of(Field::user_columns, write_own)); }
};
template <> struct Rights<Agents> {
    static void add(Access& list) {
        for (const FieldUse& use : every_field(write_any))
            if (use.field <= static_cast<FieldIndex>(Field::user_columns)) list.push_back(use);
    }
};
template <IsView Item> struct Rights<Item> {
    static void add(Access& list) { Item::add_rights(list); }
};

/// A view, or a struct that has all parts and columns.
template <typename Source>
concept HasMembers = IsView<Source> || requires(Source& source) {
    source.agents;
};

} // namespace views

/// `Items`: columns (ReadOwn, Read, WriteOwn, Write), parts of the world, and other views.
template <typename... Items> struct Views : views::Members<Items>... {
    using ItemsOfView = Views;
    template <typename Source>
    requires(views::HasMembers<Source> && !std::is_base_of_v<Views, std::remove_const_t<Source>>) Views(Source& source)
        : views::Members<Items>(source)... {}

    static void add_rights(Access& list) { (views::Rights<Items>::add(list), ...); }

    /// Prefetches the row in all columns of this view. Views for this alone list what a visit reads and writes.
    void prefetch(Row row) const {
        const auto in = [row](const auto& members) {
            if constexpr (requires { members.prefetch_row(row); }) members.prefetch_row(row);
        };
        (in(static_cast<const views::Members<Items>&>(*this)), ...);
    }
};

/// Several views at once, for a system: it gives each of them to the functions that ask for it.
template <typename... ItsViews> struct Together : ItsViews... {
    using ItemsOfView = Together;
    template <typename Source>
    requires(views::HasMembers<Source> && !std::is_base_of_v<Together, std::remove_const_t<Source>>)
        Together(Source& source)
        : ItsViews(source)... {}

    static void add_rights(Access& list) { (views::Rights<ItsViews>::add(list), ...); }
};

/// What a system with these views may read and write.
template <typename... ItsViews> Access access_of() {
    Access list;
    (views::Rights<ItsViews>::add(list), ...);
    return list;
}

} // namespace fray
