// Brings back the macros of the host that fray/begin_header.h has hidden.
#pragma pop_macro("check")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("near")
#pragma pop_macro("slots")
