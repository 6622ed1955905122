# What Doxygen reads of a header or a page, so that they need not be written for it. Keeps the lines' numbers.
#   C++:   the comment that a header opens with is the file's; it takes the line of #pragma once.
#   C:     comments are Doxygen's; `---- Title ----` begins a group, which ends with the next one.
#   pages: links to files that are not in the reference, and to headings, are their text alone.

FILENAME ~ /\.md$/ {
    while (match($0, /\[[^][]*\]\((\.\.\/|#)[^)]*\)/)) {
        link = substr($0, RSTART + 1, RLENGTH - 1)
        sub(/\]\(.*/, "", link)
        $0 = substr($0, 1, RSTART - 1) link substr($0, RSTART + RLENGTH)
    }
    print
    next
}

FNR == 1 { c = FILENAME ~ /_c\.h$/; opening = !c }

!c && opening && /^\/\// {
    if (FNR == 1) print "/// @file"
    print "/" $0
    next
}
!c && opening {
    opening = 0
    if ($0 ~ /^#ifndef FRAY_/) { print; next } # it may be included again, for more
    if ($0 != "#pragma once") print "unexpected: a header opens with its comment and #pragma once" > "/dev/stderr"
    next
}
!c { print; next }

FNR == 1 { print "/** @file"; next }
/^\/\* ---- .* \*\/$/ {
    title = $0
    sub(/^\/\* -+ /, "", title)
    sub(/ -+ \*\/$/, "", title)
    print (groups ? "/** @} */ " : "") "/** @defgroup c_" ++groups " C: " title
    getline # an empty one
    print " * @{ */"
    next
}
!groups { print; next }
/^typedef enum/ { in_enum = 1 }
/^}/ { in_enum = 0 }
/^\/\* / || (/^ +\/\* / && !in_enum) { sub(/\/\* /, "/** ") }
/[^ *\/].*\/\* / { sub(/\/\* /, "/**< ") }
{ print }
END { if (groups) print "/** @} */" }
