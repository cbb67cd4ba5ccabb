// Where views stand when only some are shown, or no controls.
/** @import {Arranged, Layout} from "../types" */

/** The layout with some of its views only; controls stay. @param {Layout} layout @param {string[]} places @returns {Arranged} */
export function withViews({above, columns, below}, places) {
  const keep = (/** @type {string[]} */ all) => all.filter((place) => place === "controls" || places.includes(place));
  const [first = [], ...rows] = rowsOf(columns, keep);
  return {above: keep(above), columns: first, rows, below: keep(below)};
}

/**
 * Columns that are shown whole stand side by side as they are laid out. Of others only those views do that
 * stand across from each other in columns of as many: a short view beside a long one would be a card with
 * nothing in its lower half.
 * @param {string[][]} columns @param {(all: string[]) => string[]} keep
 */
function rowsOf(columns, keep) {
  const kept = columns.map(keep), some = kept.filter((column) => column.length);
  if (some.length < 2 || kept.every((column, i) => column.length === columns[i].length)) return [some];
  if (columns.some(({length}) => length !== columns[0].length)) return some.flat().map((place) => [[place]]);
  const across = columns[0].map((_, i) => keep(columns.map((column) => column[i])).map((place) => [place]));
  return across.filter((row) => row.length);
}

/** @param {Arranged} layout @returns {Arranged} */
export function withoutControls({above, columns, rows, below}) {
  const others = (/** @type {string[]} */ places) => places.filter((place) => place !== "controls");
  return {above: others(above), columns: columns.map(others), rows, below: others(below)};
}
