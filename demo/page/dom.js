// Creates elements. Texts are always set as text, because names in a scenario may look like markup.
function element(tag, attributes = {}, ...children) {
  const made = tag.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4))
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

function byId(id) {
  return document.getElementById(id);
}

/** Formats 83.4 s as 1:23.4. */
function clock(seconds, digits = 1) {
  const tenths = Math.round(seconds * 10 ** digits) / 10 ** digits;
  const minutes = Math.floor(tenths / 60);
  return `${minutes}:${(tenths - minutes * 60).toFixed(digits).padStart(digits ? 3 + digits : 2, "0")}`;
}

function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}
