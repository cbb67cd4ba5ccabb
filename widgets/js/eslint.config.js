import {dirname, relative, resolve, sep} from "node:path";

import js from "@eslint/js";

/** What each folder may import from; an explorer besides: itself, and what starts a page. */
const MAY_IMPORT = {
  core: ["core/", "style/"],
  plot: ["core/", "plot/", "style/"],
  controls: ["core/", "controls/", "style/"],
  page: ["core/", "plot/", "controls/", "page/", "style/"],
  explorers: ["core/", "plot/", "controls/", "style/", "page/start.js"],
};

/** @param {string} path  from here */
function mayImport(path) {
  const [folder, key] = path.split("/");
  const allowed = MAY_IMPORT[/** @type {keyof typeof MAY_IMPORT} */ (folder)];
  return folder === "explorers" ? [...allowed, `explorers/${key}/`] : allowed;
}

/** @param {string} absolute */
const fromHere = (absolute) => relative(import.meta.dirname, absolute).split(sep).join("/");

/**
 * Imports run one way, and name a file with its ending; nothing from elsewhere is shipped.
 *
 * @type {import("eslint").Rule.RuleModule}
 */
const direction = {
  create(context) {
    const path = fromHere(context.filename);
    const allowed = mayImport(path);

    /** @param {{source?: any}} node */
    function look({source}) {
      if (typeof source?.value !== "string") return;
      const name = source.value.replace(/^kl-leash\//, `${import.meta.dirname}/`);
      const target = fromHere(resolve(dirname(context.filename), name));
      const refuse = (/** @type {string} */ message) => context.report({node: source, message});
      if (!/^[./]/.test(name)) refuse("Scripts that are shipped import no package.");
      else if (!/\.(js|css)$/.test(name)) refuse("An import names a file, with its ending.");
      else if (!allowed.some((prefix) => target.startsWith(prefix))) {
        refuse(`${path} may import only from ${allowed.join(", ")}.`);
      }
    }
    return {
      ImportDeclaration: look,
      ImportExpression: look,
      ExportNamedDeclaration: look,
      ExportAllDeclaration: look,
    };
  },
};

export default [
  js.configs.recommended,
  {
    linterOptions: {reportUnusedDisableDirectives: "error"},
    rules: {
      complexity: ["error", 12],
      eqeqeq: "error",
      "max-lines": ["error", 250],
      "max-lines-per-function": ["error", 60],
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "AssignmentExpression > MemberExpression.left[object.name=/^(globalThis|window|self)$/]",
          message: "A script leaves nothing behind on the window.",
        },
      ],
      "no-undef": "off", // the types see to it
      "no-unused-vars": "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: Object.keys(MAY_IMPORT).map((folder) => `${folder}/**/*.js`),
    plugins: {imports: {rules: {direction}}},
    rules: {"imports/direction": "error"},
  },
];
