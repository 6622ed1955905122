# Makes OUTPUT, the list that `fray migrate` works by, from the tables of the section Renames of CHANGES. Run as a script.
file(STRINGS ${CHANGES} rows REGEX "^\\| (table|field|key|word) \\|")
set(list "// Made from engine/docs/changes.md, section Renames.\n")
foreach(row IN LISTS rows)
  string(REPLACE "`" "" row "${row}")
  # An old name in two spellings is that of C++ and that of files; the last counts here.
  string(REGEX REPLACE "^\\| ([a-z]+) \\| ([^ ]+) \\| (.*, )?([^|,]*) \\| (PoiseDef::)?([^|]*) \\|$" "{\"\\1\", \"\\2\", \"\\4\", \"\\6\"},"
    row "${row}")
  string(APPEND list "${row}\n")
endforeach()
file(WRITE ${OUTPUT} "${list}")
