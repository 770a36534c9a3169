// SPDX-License-Identifier: Apache-2.0

// M. Okabe and K. Ito, Color Universal Design, 2008: eight colours that colour-blind readers tell apart. Black is the
// colour of texts, so the palette starts with the others.
export const okabeIto = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442"];
export const grey = "#999999";

// Five steps of cividis (J. Nuñez, C. Anderton, R. Renslow, PLOS ONE 13(7), 2018) for ordered classes.
export const ordered = ["#00326e", "#4d5c74", "#8b8a79", "#c3b369", "#fee838"];

/** The colours of the page as they are now: light, dark or on paper. */
export function theme() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(name).trim();
  return { text: of("--text"), faint: of("--faint"), line: of("--line"), page: of("--page"), card: of("--card"), warn: of("--warn") };
}

/** "#rrggbb" as a pixel of a canvas on a little-endian machine, as all that browsers run on are. */
export function pixel(colour) {
  const value = Number.parseInt(colour.slice(1), 16);
  return ((255 << 24) | ((value & 255) << 16) | (value & 0xff00) | (value >> 16)) >>> 0;
}
