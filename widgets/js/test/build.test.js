import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {pathToFileURL} from "node:url";

const BUILD = join(import.meta.dirname, "..", "build.mjs");

/** @type {string} */
let folder;
before(() => folder = mkdtempSync(join(tmpdir(), "kl-leash-")));
after(() => rmSync(folder, {recursive: true}));

test("an explorer that lives elsewhere is one module, with the kit and its style in it", async () => {
  writeFileSync(join(folder, "style.css"), "/* green */\n.a {\n  & .b { color: green; }\n}\n");
  writeFileSync(join(folder, "index.js"), `
    import {fixed} from "kl-leash/core/number.js";
    import style from "./style.css";
    export const text = fixed(-1, 1);
    export {style};
  `);
  const out = join(folder, "out.mjs");
  execFileSync(process.execPath, [BUILD, "--explorer", join(folder, "index.js"), "--out", out]);

  const made = await import(pathToFileURL(out).href);
  assert.equal(made.text, "−1.0");
  assert.equal(made.style.trim(), ".a .b{color:green}");
  assert.doesNotMatch(readFileSync(out, "utf-8"), /import|kl-leash|\/tmp/);
});
