/* Macros that hosts define before they include headers of fray: Unreal, Qt, Windows, macOS, X11. What a macro
 * stands for here cannot be compiled, so a header that uses its name is found. For C and C++. */
#define check(...) @
#define checkf(...) @
#define verify(...) @
#define ensure(...) @
#define require(...) @
#define TEXT(...) @
#define PI @

#define slots @
#define signals @
#define emit @
#define foreach(...) @
#define forever @

#define min(a, b) @
#define max(a, b) @
#define near @
#define far @
#define small @
#define hyper @
#define interface @
#define pascal @
#define cdecl @
#define ERROR @
#define IN @
#define OUT @
#define OPTIONAL @
#define STRICT @
#define DELETE @

#define nil @
#define Nil @
#define YES @
#define NO @

#define Bool @
#define Status @
#define None @
#define True @
#define False @
#define Success @
#define Always @
