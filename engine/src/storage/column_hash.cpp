// Folds pieces of the same width in groups, because one pass over several is faster than one pass for each.
#include "storage/column_hash.h"

namespace fray {
namespace {

/// Folds four pieces of eight bytes in a single pass.
void fold_wide(const HashedPiece* pieces, const Row* rows, uint32_t count, uint64_t* folds) {
    const std::byte *const a = pieces[0].first(), *const b = pieces[1].first(), *const c = pieces[2].first(),
                           *const d = pieces[3].first();
    const size_t of_a = pieces[0].stride(), of_b = pieces[1].stride(), of_c = pieces[2].stride(),
                 of_d = pieces[3].stride();
    for (uint32_t i = 0; i < count; ++i) {
        const size_t row = rows[i].number();
        uint64_t fold = folded(folds[i], word_at<uint64_t>(a + row * of_a));
        fold = folded(fold, word_at<uint64_t>(b + row * of_b));
        fold = folded(fold, word_at<uint64_t>(c + row * of_c));
        folds[i] = folded(fold, word_at<uint64_t>(d + row * of_d)) * odd;
    }
}

/// Folds eight pieces of a byte: the eight bytes of an agent make a word. Piece 0 is the lowest byte.
void fold_bytes(const HashedPiece* pieces, const Row* rows, uint32_t count, uint64_t* folds) {
    const std::byte* data[8];
    size_t stride[8];
    for (size_t k = 0; k < 8; ++k) data[k] = pieces[k].first(), stride[k] = pieces[k].stride();
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t word = 0;
        for (size_t k = 8; k-- > 0;) word = word << 8 | static_cast<uint64_t>(data[k][rows[i].number() * stride[k]]);
        folds[i] = folded(folds[i], word) * odd;
    }
}

void fold_piece(const HashedPiece& piece, const Row* rows, uint32_t count, uint64_t* folds) {
    const std::byte* const data = piece.first();
    const size_t stride = piece.stride();
    const auto fold_all = [&](auto size) {
        for (uint32_t i = 0; i < count; ++i) folds[i] = fold_element(folds[i], data + rows[i].number() * stride, size);
    };
    const auto fold_sized = [&]<size_t size>() { fold_all(std::integral_constant<size_t, size>{}); };
    switch (const size_t size = piece.piece.size) {
    case 1: return fold_sized.operator()<1>();
    case 2: return fold_sized.operator()<2>();
    case 4: return fold_sized.operator()<4>();
    case 8: return fold_sized.operator()<8>();
    case 16: return fold_sized.operator()<16>();
    case sizeof(Orders): return fold_sized.operator()<sizeof(Orders)>();
    case sizeof(Engagement): return fold_sized.operator()<sizeof(Engagement)>();
    default: fold_all(size);
    }
}

} // namespace

void fold_column(const ColumnBase& column, const Row* rows, uint32_t count, uint64_t* folds) {
    for (const HashPiece& piece : column.hashed()) fold_piece({&column, piece}, rows, count, folds);
}

void fold_columns(const HashPlan& plan, const Row* rows, uint32_t count, uint64_t* folds) {
    for (size_t i = 0; i < plan.bytes.size(); i += 8) fold_bytes(&plan.bytes[i], rows, count, folds);
    for (size_t i = 0; i < plan.wide.size(); i += 4) fold_wide(&plan.wide[i], rows, count, folds);
    for (const HashedPiece& piece : plan.others) fold_piece(piece, rows, count, folds);
}

void plan_hash(Agents& agents) {
    agents.hash_is_kept = false;
    agents.hash_plans = {};
    agents.fixed_columns.clear();
    for (const ColumnBase* column : agents.registry.columns()) {
        if (column->persist() == Persist::fixed) agents.fixed_columns.push_back(column);
        if (column->persist() != Persist::state) continue;
        HashPlan& plan = agents.hash_plans[static_cast<size_t>(hash_group_of(column->field()))];
        for (const HashPiece& piece : column->hashed())
            (piece.size == 1 ? plan.bytes : piece.size == 8 ? plan.wide : plan.others).push_back({column, piece});
    }
    // Pieces that do not fill a set are folded singly.
    for (HashPlan& plan : agents.hash_plans) {
        for (; plan.bytes.size() % 8 != 0; plan.bytes.pop_back()) plan.others.push_back(plan.bytes.back());
        for (; plan.wide.size() % 4 != 0; plan.wide.pop_back()) plan.others.push_back(plan.wide.back());
    }
}

namespace {

uint64_t part_of(const Agents& agents, Row row, uint64_t fold) {
    return combine(mix_bits(static_cast<uint64_t>(agents.serial[row])), fold);
}

} // namespace

uint64_t hash_fixed(const Agents& agents, Row row) {
    uint64_t fold = 0;
    for (const ColumnBase* column : agents.fixed_columns) fold_column(*column, &row, 1, &fold);
    return part_of(agents, row, fold);
}

uint64_t hash_fixed(const Agents& agents, const Vector<Row>& rows, Vector<uint64_t>& folds) {
    folds.assign(rows.size(), 0);
    for (const ColumnBase* column : agents.fixed_columns)
        fold_column(*column, rows.data(), static_cast<uint32_t>(rows.size()), folds.data());
    uint64_t sum = 0;
    for (size_t i = 0; i < rows.size(); ++i) sum += part_of(agents, rows[i], folds[i]);
    return sum;
}

} // namespace fray
