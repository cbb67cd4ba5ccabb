// Bundles each explorer, and what the page needs before any, into widgets/dist.
//
//   node build.mjs                               writes widgets/dist
//   node build.mjs --check                       says where widgets/dist is not what the sources give
//   node build.mjs --explorer PATH --out PATH    bundles one explorer that lives elsewhere
import {existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {basename, dirname, join, resolve} from "node:path";
import {parseArgs} from "node:util";

import {build} from "esbuild";

const HERE = import.meta.dirname;
const DIST = resolve(HERE, "../dist");

/** A style sheet that a script imports becomes its minified text. @type {import("esbuild").Plugin} */
const cssAsText = {
  name: "css-as-text",
  setup: ({onLoad}) =>
    onLoad({filter: /\.css$/}, async ({path}) => ({contents: await bundle(path), loader: "text"})),
};

/**
 * A script or a style sheet with all that it imports, minified.
 *
 * @param {string} entry
 * @returns {Promise<Uint8Array>}
 */
async function bundle(entry) {
  const {outputFiles} = await build({
    entryPoints: [entry],
    absWorkingDir: HERE,
    alias: {"kl-leash": HERE},
    bundle: true,
    charset: "utf8",
    // The early script blocks the page, so it is no module.
    format: basename(entry) === "early.js" ? "iife" : "esm",
    legalComments: "none",
    minify: true,
    plugins: entry.endsWith(".css") ? [] : [cssAsText],
    target: ["es2022", "firefox115", "safari16.4"],
    write: false,
  });
  return outputFiles[0].contents;
}

/** The files of widgets/dist, by name, as the sources give them. */
async function bundles() {
  const entries = new Map(
    globSync("explorers/*/index.js", {cwd: HERE}).map((path) => [`${basename(dirname(path))}.js`, path]),
  );
  for (const name of ["early.js", "page.css"]) {
    if (existsSync(join(HERE, "page", name))) entries.set(name, `page/${name}`);
  }
  const names = [...entries.keys()].sort();
  return new Map(
    await Promise.all(names.map(async (name) =>
      /** @type {const} */ ([name, await bundle(join(HERE, /** @type {string} */ (entries.get(name))))]))),
  );
}

/** @param {Map<string, Uint8Array>} made */
function leftOver(made) {
  return existsSync(DIST) ? readdirSync(DIST).filter((name) => !made.has(name)) : [];
}

async function write() {
  const made = await bundles();
  mkdirSync(DIST, {recursive: true});
  for (const name of leftOver(made)) rmSync(join(DIST, name), {recursive: true});
  for (const [name, contents] of made) {
    writeFileSync(join(DIST, name), contents);
    console.log(`${name} ${(contents.length / 1024).toFixed(1)} KiB`);
  }
}

async function check() {
  const made = await bundles();
  const wrong = leftOver(made).map((name) => `${name}: no source gives it`);
  for (const [name, contents] of made) {
    const path = join(DIST, name);
    if (!existsSync(path)) wrong.push(`${name}: missing`);
    else if (!readFileSync(path).equals(contents)) wrong.push(`${name}: differs`);
  }
  if (wrong.length === 0) return;
  console.error(["widgets/dist is not what the sources give:", ...wrong].join("\n  "));
  console.error("run: npm run build --prefix widgets/js");
  process.exitCode = 1;
}

const {values} = parseArgs({
  options: {check: {type: "boolean"}, explorer: {type: "string"}, out: {type: "string"}},
});
if (values.explorer && values.out) writeFileSync(values.out, await bundle(resolve(values.explorer)));
else if (values.explorer || values.out) throw new Error("--explorer and --out go together");
else if (values.check) await check();
else await write();
