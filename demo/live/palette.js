// The colours of the recorded page (demo/page/palettes.js), for what the live page draws.
const palettes = {
  dark: {
    css: {
      ground: "#0e1319", ink: "#ffffff", dim: "#7d8998", text: "#e6ebf1", grid: "rgba(130,150,175,.10)",
      circle: "rgba(116,134,154,.07)", ring: "rgba(140,160,182,.45)", ringStrong: "rgba(170,188,208,.9)",
      good: "#7ee0a1", bad: "#ff6b4a",
    },
    cssTeams: ["#ffb13d", "#3d8bff", "#7ee0a1", "#e05fae", "#f2ef8a", "#9d6bff", "#ff6b4a", "#35c9d6"],
  },
  light: {
    css: {
      ground: "#f7f5f1", ink: "#101418", dim: "#9a9a98", text: "#171b21", grid: "rgba(60,60,50,.09)",
      circle: "rgba(70,80,95,.06)", ring: "rgba(70,84,102,.5)", ringStrong: "rgba(50,62,78,.9)",
      good: "#1c7a45", bad: "#b83214",
    },
    cssTeams: ["#b45f00", "#1c5bd0", "#147a42", "#a81f72", "#857400", "#6a35c9", "#c2330f", "#0a7884"],
  },
};

for (const palette of Object.values(palettes)) {
  const numbersOf = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  palette.teams = palette.cssTeams.map(numbersOf);
  for (const name of ["ground", "ink", "dim"]) palette[name] = numbersOf(palette.css[name]);
}
