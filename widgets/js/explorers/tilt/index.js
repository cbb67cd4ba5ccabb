// Tilt: what the leash does to a policy, token by token and response by response.
import {explorer} from "../../page/start.js";
import {prose} from "../../plot/prose.js";
import {tree} from "../../plot/tree.js";
import {bars} from "./bars.js";
import {tiltSnippet} from "./numpy.js";
import {tiltPlane} from "./plane.js";

export const {mount, render} = explorer({
  pictures: {text: prose, tree, bars, plane: tiltPlane},
  snippet: tiltSnippet,
});
