// Estimate: three ways to estimate a KL, on real batches over their exact distributions.
import {player} from "../../controls/player.js";
import {explorer} from "../../page/start.js";
import {prose} from "../../plot/prose.js";
import {curves} from "./curves.js";
import {histograms} from "./histograms.js";
import {estimateSnippet} from "./numpy.js";
import {estimateRecorder} from "./recorded.js";

export const {mount, render} = explorer({
  pictures: {text: prose, curves, histograms},
  controls: {player},
  snippet: estimateSnippet,
  recorder: estimateRecorder,
});
