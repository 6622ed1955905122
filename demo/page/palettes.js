// The colours and the shapes of the recorded and of the live page. Colours of text have a contrast of at least 4.5 to 1 to the ground and to panels.
const palettes = {
  dark: {
    css: {
      ground: "#0e1319", ink: "#ffffff", dim: "#7d8998", text: "#e6ebf1", panel: "#1b2430", grid: "rgba(130,150,175,.10)",
      ring: "rgba(140,160,182,.45)", ringFaint: "rgba(140,160,182,.2)", ringStrong: "rgba(170,188,208,.9)",
      projectile: "#ffe9b8", selected: "#ffffff", flash: "#ffffff", link: "#c9b8ff", wall: "#1d2937", edge: "#41556e",
      circle: "rgba(116,134,154,.07)", good: "#7ee0a1", bad: "#ff6b4a",
    },
    cssTeams: ["#ffb13d", "#3d8bff", "#7ee0a1", "#e05fae", "#f2ef8a", "#9d6bff", "#ff6b4a", "#35c9d6"],
    series: ["#9fb0c3", "#ffb13d", "#3d8bff", "#7ee0a1", "#e05fae", "#f2ef8a", "#9d6bff", "#ff6b4a"],
    heat: { "heat-deaths": "#ff3b30", "heat-attacks": "#ffd23d", "heat-pressure": "#e05fff", "heat-waiting": "#2fd6c3" },
  },
  light: {
    css: {
      ground: "#f7f5f1", ink: "#101418", dim: "#85888c", text: "#171b21", panel: "#ffffff", grid: "rgba(60,60,50,.09)",
      ring: "rgba(70,84,102,.5)", ringFaint: "rgba(70,84,102,.22)", ringStrong: "rgba(50,62,78,.9)",
      projectile: "#5a3200", selected: "#000000", flash: "#c00000", link: "#5a2fa0", wall: "#e2ded5", edge: "#aaa396",
      circle: "rgba(70,80,95,.06)", good: "#1c7a45", bad: "#b83214",
    },
    cssTeams: ["#b45f00", "#1c5bd0", "#147a42", "#a81f72", "#857400", "#6a35c9", "#c2330f", "#0a7884"],
    series: ["#5b6675", "#b45f00", "#1c5bd0", "#147a42", "#a81f72", "#857400", "#6a35c9", "#c2330f"],
    heat: { "heat-deaths": "#d0160a", "heat-attacks": "#c98a00", "heat-pressure": "#a31fc4", "heat-waiting": "#008577" },
  },
};

/** The outlines of the teams' marks, pointing to the right, in radii. */
const teamShapes = [
  [1.3, 0, -0.8, 0.9, -0.8, -0.9],
  [1.2, 0, 0.5, 0.8, -0.9, 0.8, -0.9, -0.8, 0.5, -0.8],
  [1.3, 0, 0, 0.85, -1.1, 0, 0, -0.85],
  [1.1, 0, 0.5, 0.87, -0.5, 0.87, -1, 0, -0.5, -0.87, 0.5, -0.87],
];

/** A colour #rrggbb as numbers from 0 to 255. */
function numbersOf(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

function pixelOf([red, green, blue]) {
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}

/** The colour between two colours #rrggbb. */
function mixed(from, to, share) {
  const [a, b] = [numbersOf(from), numbersOf(to)];
  return `#${a.map((part, i) => Math.round(part + (b[i] - part) * share).toString(16).padStart(2, "0")).join("")}`;
}

for (const palette of Object.values(palettes)) palette.ground = numbersOf(palette.css.ground);
