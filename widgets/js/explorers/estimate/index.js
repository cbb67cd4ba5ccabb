// Estimate: three ways to estimate a KL, on real batches over their exact distributions.
/** @import {Explorer, Frame, PlayerSpec, RunExact} from "../../types" */
import {player} from "../../controls/player.js";
import {explorer} from "../../page/start.js";
import {prose} from "../../plot/prose.js";
import {curves} from "./curves.js";
import {histograms} from "./histograms.js";
import {NAMES} from "./names.js";
import {estimateSnippet} from "./numpy.js";
import {estimateRecorder} from "./recorded.js";

/** The share of estimates below the KL is exact, and stands beside what was measured. @param {Frame} frame @param {RunExact} exact */
function withBelow(frame, exact) {
  return {...frame, ...Object.fromEntries(NAMES.map((name, e) => [`${name}_below`, [exact.below[e]]]))};
}

export const {mount, render} = explorer({
  pictures: {text: prose, curves, histograms},
  controls: {player: (/** @type {PlayerSpec} */ spec, /** @type {Explorer} */ explorer) => player(spec, explorer, withBelow)},
  snippet: estimateSnippet,
  recorder: estimateRecorder,
});
