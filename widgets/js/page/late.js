// What links the page to its session waits in a template until the pictures stand: half a second of
// scripts that nobody needs before.
const PATIENCE_MS = 100;

/** The pictures are painted; or this is a frame out of sight, which gets no turn to paint. */
export function painted() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PATIENCE_MS);
  });
}

/** @param {string} name */
const templateOf = (name) => /** @type {HTMLTemplateElement | null} */ (document.getElementById(name));

/** The address of the first script in the template, by which can be seen whether its server is there. @param {string} name */
export function probeOf(name) {
  const script = templateOf(name)?.content.querySelector("script[src]");
  return new URL(script?.getAttribute("src") ?? "", document.baseURI).href;
}

/**
 * Put what is in the template into the page: scripts from elsewhere in their order, and each inline one
 * when those before it have run.
 * @param {string} name @param {() => void} ready called before each inline script @returns {Promise<void>} fails where a script could not be loaded
 */
export async function insertLate(name, ready) {
  /** @type {Promise<void>[]} */
  let under = [];
  for (const part of [...templateOf(name)?.content.children ?? []]) {
    const node = document.importNode(part, true);
    if (isScript(node) && node.src) under.push(loading(node));
    else if (isScript(node)) {
      await Promise.all(under);
      under = [];
      ready();
    }
    document.body.append(node);
  }
  await Promise.all(under);
}

/** Not what only looks like one, as JSON. @param {Element} node @returns {node is HTMLScriptElement} */
function isScript(node) {
  return node instanceof HTMLScriptElement && /^$|javascript|^module$/.test(node.type);
}

/** @param {HTMLScriptElement} script @returns {Promise<void>} */
function loading(script) {
  script.async = false;
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${script.src} could not be loaded`)));
  });
}
