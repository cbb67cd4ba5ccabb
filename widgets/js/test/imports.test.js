import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";

import {ESLint} from "eslint";

const HERE = join(import.meta.dirname, "..");
const eslint = new ESLint({cwd: HERE});

/**
 * What the lint says of a file with this one line.
 *
 * @param {string} path
 * @param {string} line
 */
async function complaints(path, line) {
  const [{messages}] = await eslint.lintText(`${line}\n`, {filePath: join(HERE, path)});
  return messages.map(({ruleId}) => ruleId);
}

for (const [path, source] of [
  ["core/a.js", "./b.js"],
  ["plot/a.js", "../core/b.js"],
  ["plot/a.js", "kl-leash/core/b.js"],
  ["controls/a.js", "./a.css"],
  ["page/a.js", "../controls/b.js"],
  ["explorers/tilt/index.js", "../../page/start.js"],
  ["explorers/tilt/views/a.js", "../../../plot/b.js"],
  ["explorers/tilt/views/a.js", "../plot/b.js"],
]) {
  test(`${path} may import ${source}`, async () => {
    assert.deepEqual(await complaints(path, `import "${source}";`), []);
  });
}

for (const [path, source] of [
  ["core/a.js", "../plot/b.js"],
  ["core/a.js", "kl-leash/plot/b.js"],
  ["plot/a.js", "../controls/b.js"],
  ["controls/a.js", "../plot/b.js"],
  ["page/a.js", "../explorers/tilt/index.js"],
  ["explorers/tilt/index.js", "../estimate/b.js"],
  ["explorers/tilt/index.js", "../../page/b.js"],
  ["core/a.js", "d3-scale"],
  ["core/a.js", "./b"],
]) {
  test(`${path} may not import ${source}`, async () => {
    const forms = [`import "${source}";`, `export * from "${source}";`, `import("${source}");`];
    for (const form of forms) {
      assert.deepEqual(await complaints(path, form), ["imports/direction"], form);
    }
  });
}

test("nothing is left behind on the window", async () => {
  for (const line of ["window.a = 1;", "globalThis.a ??= 1;", "/** @type {any} */ (window).a = 1;"]) {
    assert.deepEqual(await complaints("core/a.js", line), ["no-restricted-syntax"], line);
  }
});
