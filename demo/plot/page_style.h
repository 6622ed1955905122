// The style sheet of the pages of `fray scale` and `fray sweep`, for light and dark screens and for paper.
#pragma once

namespace fray::demo {

inline constexpr const char* page_style = R"css(
:root { --ground: #f7f5f1; --panel: #fff; --line: #d2d0ca; --text: #171b21; --dim: #545d68; --warn: #a83a10;
  --c0: #1f66b0; --c1: #b0501a; --c2: #2b7d4f; --c3: #8a3f9c; --c4: #a0283c; --c5: #0f7a86; --c6: #6b6414; --c7: #4a4f9c;
  color-scheme: light; }
@media (prefers-color-scheme: dark) { :root { --ground: #0e1319; --panel: #161d26; --line: #344253; --text: #e6ebf1; --dim: #a3b0bf; --warn: #ff8c66;
  --c0: #6db2ff; --c1: #ffa05c; --c2: #6fd79b; --c3: #d99aec; --c4: #ff8a9b; --c5: #5fd3df; --c6: #d9cf6b; --c7: #a5abff;
  color-scheme: dark; } }
@media print { :root { --ground: #fff; --panel: #fff; --line: #bbb; --text: #000; --dim: #444; --warn: #8a2c08;
  --c0: #1f66b0; --c1: #b0501a; --c2: #2b7d4f; --c3: #8a3f9c; --c4: #a0283c; --c5: #0f7a86; --c6: #6b6414; --c7: #4a4f9c; color-scheme: light; }
  @page { size: A4 landscape; margin: 12mm; } .plots { grid-template-columns: 1fr 1fr !important; } th, td { white-space: normal !important; padding: 1px 3px !important; }
  details { display: none; } figure, tr { break-inside: avoid; } body { font-size: 10pt; } main { padding: 0 !important; } .wide { overflow: visible !important; } table, code { font-size: 6.5pt !important; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: 20px 24px 60px; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 34px 0 10px; border-bottom: 1px solid var(--line); padding-bottom: 4px; }
h3 { font-size: 15px; margin: 0 0 6px; } p { margin: 6px 0; max-width: 90ch; }
.lead, figcaption, .note { color: var(--dim); } figcaption { font-size: 13px; }
.cautions { border-left: 4px solid var(--warn); padding: 4px 12px; margin: 12px 0; list-style: none; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(480px, 100%), 1fr)); gap: 16px; }
figure { margin: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; }
figure > svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--text); font: 12px system-ui, sans-serif; } svg .name { fill: var(--dim); }
.end { text-anchor: end; } .mid { text-anchor: middle; }
.grid { stroke: var(--line); stroke-width: .7; } .axis { stroke: var(--dim); fill: none; }
.line { fill: none; stroke-width: 2; stroke: currentColor; } .dashed { stroke-dasharray: 6 5; stroke-width: 1.6; } .c6.dashed { stroke-dasharray: 2 4; stroke-width: 2.4; } .whisker { stroke: currentColor; stroke-width: 1.4; }
.full { fill: currentColor; stroke: var(--panel); stroke-width: 1; } .hollow { fill: var(--panel); stroke: currentColor; stroke-width: 2; }
.dim { color: var(--dim); } .c0 { color: var(--c0); } .c1 { color: var(--c1); } .c2 { color: var(--c2); } .c3 { color: var(--c3); }
.c4 { color: var(--c4); } .c5 { color: var(--c5); } .c6 { color: var(--c6); } .c7 { color: var(--c7); }
.keys { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 6px 0 4px; padding: 0; font-size: 13px; }
.keys li { display: flex; align-items: center; gap: 6px; } .key { width: 34px; height: 14px; } .key.box { width: 13px; height: 13px; }
.part { stroke: var(--panel); stroke-width: 1; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
rect.p0 { fill: #8f8f8f; } rect.p1 { fill: #5b6ee1; } rect.p2 { fill: #2f9bd6; } rect.p3 { fill: #e0a92f; } rect.p4 { fill: #45b08c; } rect.p5 { fill: #d06b9f; }
rect.p6 { fill: #a3794d; } rect.p7 { fill: #e2793f; } rect.p8 { fill: #7a5c9e; } rect.p9 { fill: #6fae43; } rect.p10 { fill: #c8564f; } rect.p11 { fill: #b5b82e; }
rect.p12 { fill: #5cc0c8; }
svg text.on { fill: #0b0e12; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; background: var(--panel); }
th, td { border: 1px solid var(--line); padding: 3px 8px; text-align: right; white-space: nowrap; } th { font-weight: 600; vertical-align: bottom; }
td.text, th.text { text-align: left; } td.wrap { white-space: normal; } .wide { overflow-x: auto; } tr.over td { color: var(--warn); } code { font-size: 12px; }
td.heat { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
tr.predicted td { font-style: italic; }
pre { overflow-x: auto; font-size: 11px; background: var(--panel); border: 1px solid var(--line); padding: 8px; }
)css";

} // namespace fray::demo
