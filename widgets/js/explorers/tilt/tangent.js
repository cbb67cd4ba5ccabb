// Where the names of the tangent and of the region above the frontier may stand.
/** @import {Box, Size, Trace} from "../../plot/labels.js" */
/** @import {PlaneShape} from "../../plot/plane.js" */
import {around, centred} from "../../plot/labels.js";
import {MARGIN} from "../../plot/plane.js";

/** The tangent in pixels. @typedef {{x1: number, y1: number, x2: number, y2: number}} Tangent */

// As shares of the tangent, and how far from it; below one another, how far below the top.
const ALONG = [0.8, 0.66, 0.52, 0.73, 0.59, 0.9, 0.44, 0.36, 0.28, 0.96, 0.2, 0.12], OFF = 4;
const ROWS = [8, 26, 44, 62, 80];

/** Along the tangent: on its outer side, where no curve is, or else on the other. @param {Tangent} tangent @returns {(size: Size) => Box[]} */
export const alongTangent = ({x1, y1, x2, y2}) => (size) => {
  const long = Math.hypot(x2 - x1, y2 - y1) || 1, across = (y2 - y1) / long, down = (x1 - x2) / long;
  const off = (Math.abs(across) * size.width + Math.abs(down) * size.height) / 2 + OFF;
  return [off, -off].flatMap((by) => ALONG.map((k) => (
    centred(x1 + k * (x2 - x1) + by * across, y1 + k * (y2 - y1) + by * down, size))));
};

/** In the region that no policy reaches: beside the axis, to the right of the tangent, or at the far end. @param {PlaneShape} shape @param {Tangent} tangent @param {Trace} frontier @returns {(size: Size) => Box[]} */
export const outOfReach = ({x, right}, {x1, y1, x2, y2}, {xs, ys}) => ({width, height}) => {
  const slope = (x2 - x1) / (y2 - y1 || -1), start = x(0) + 10;
  const boxes = ROWS.flatMap((row) => {
    const top = MARGIN.top + row, met = x1 + slope * (top - OFF - y1) + 2 * OFF;
    return [start, Math.max(start, met), right - width].map((left) => around([left + width / 2, top + height / 2], width / 2, height / 2));
  });
  // It rises all the way: what has its first point to the right below it is above all of it, or crossed.
  return boxes.filter((box) => box.right <= right && box.bottom < ys[xs.findIndex((x) => x >= box.left)]);
};
