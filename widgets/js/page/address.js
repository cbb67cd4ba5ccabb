// The address of the page: it opens a state, and follows the controls. Where there is no server the state
// stands in the hash.
/** @import {Explorer, Opening, Values} from "../types" */
/** @import {Kept} from "./embedding.js" */
import {quoted} from "../controls/reading.js";
import {nameMeant, textsMeant} from "./asmeant.js";
import {WAYS} from "./embedding.js";
import {leaveAs, leftAs} from "./left.js";
import {readQuery, stateQuery} from "./link.js";
import {forgetNotices, notify} from "./notices.js";

const REST_MS = 250;

export const isStatic = () => document.documentElement.dataset.static !== undefined;

/** What an address says. @param {{hash: string, search: string}} address */
export const queryOf = ({hash, search}) => new URLSearchParams(isStatic() ? hash.slice(1) : search);

/** The address of this page with another query. @param {URLSearchParams} query */
export function addressOf(query) {
  const base = location.href.replace(/[?#].*$/, ""), text = query.toString().replaceAll("%2C", ",");
  return text ? `${base}${isStatic() ? "#" : "?"}${text}` : base;
}

/** A link may name an explorer that there is not, or, without a server, that has a page of its own. @param {Opening} opening */
export function goToView({key}) {
  const written = textsMeant(queryOf(location), ["view"]).get("view");
  const others = [...document.querySelectorAll("nav a[data-key]")].map((link) => /** @type {HTMLElement} */ (link).dataset.key ?? "");
  const asked = nameMeant(others, written ?? "");
  if (!asked || asked === key) return;
  if (!others.includes(asked)) notify(`There is no explorer “${quoted(asked, 40)}”; this is “${key}”. There are: ${others.join(", ")}.`);
  else if (isStatic()) location.replace(`${asked}.html${location.hash}`);
}

/** @typedef {ReturnType<typeof createAddress>} Address */

/** @param {Explorer} explorer @param {Kept} kept */
export function createAddress(explorer, kept) {
  const {opening, store} = explorer;
  let ways = kept;
  const settings = () => Object.fromEntries(Object.keys(opening.link.keys).map((name) => [name, store.state.settings[name]]));
  /** The state, and of the ways in which the page is shown those that are to be kept. @param {Values} values @param {string[]} [less] */
  const query = (values, less = []) => {
    const written = stateQuery(opening, values);
    for (const [key, names] of ways) if (!less.includes(key)) written.set(key, names.join(","));
    return written;
  };
  /** A plain address stays plain while all is as it opens. @param {Values} values */
  const own = (values) => {
    const written = query(values), plain = [...written].length === 1 && !queryOf(location).has("view");
    return addressOf(plain ? new URLSearchParams() : written);
  };
  const shared = (values = settings()) => query(values, ["embed"]);
  const way = (/** @type {string} */ key) => ways.find(([way]) => way === key)?.[1].join(",") ?? null;
  const {write, writeLate} = follow(explorer, {
    settings,
    put(how, values) {
      history[how]({values}, "", own(values));
      leaveAs(opening.key, stateQuery(opening, values));
      leadOn(addressOf(shared(values)), way("theme"));
    },
    opensAnew(asked) {
      const texts = textsMeant(asked, WAYS);
      return WAYS.some((key) => (texts.get(key) ?? null) !== way(key));
    },
  });
  return {
    /** With all the ways in which the page is shown. */
    shown: (values = settings()) => query(values),
    /** A link to a state opens it in a page of its own, whatever frame it was copied from. */
    shared,
    /** Write what has been put off. */
    writeLate,
    /** From now on it is the reader's choice, not the link's. @param {string} key */
    keepNot(key) {
      ways = ways.filter(([way]) => way !== key);
      write();
    },
  };
}

/** The page's own links: out of the frame to this state, and to the explorers as they were left, in this theme. @param {string} out @param {string | null} theme */
function leadOn(out, theme) {
  document.querySelector(".origin a")?.setAttribute("href", out);
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("nav a[data-key]"))) {
    const to = new URL(link.href), key = link.dataset.key ?? "";
    // Where one is already, the way leads back to the beginning.
    const query = link.hasAttribute("aria-current") ? new URLSearchParams({view: key}) : leftAs(key);
    if (theme) query.set("theme", theme);
    to[isStatic() ? "hash" : "search"] = query.toString();
    link.href = to.href;
  }
}

/**
 * Another scenario is a place to come back to; all else changes the place one is at. An embedded page
 * leaves the history to the page around it.
 * @param {Explorer} explorer
 * @param {{settings(): Values, put(way: "pushState" | "replaceState", values: Values): void, opensAnew(query: URLSearchParams): boolean}} page
 */
function follow(explorer, {settings, put, opensAnew}) {
  const {store, opening: {link}} = explorer, embedded = document.documentElement.dataset.embedded !== undefined;
  const differ = (/** @type {Values} */ a, /** @type {Values} */ b, names = Object.keys(b)) => names.some((name) => a[name] !== b[name]);
  let written = settings(), seen = written, timer = 0;
  const write = (/** @type {"pushState" | "replaceState"} */ way = "replaceState") => {
    clearTimeout(timer);
    timer = 0;
    written = settings();
    put(way, written);
  };
  const writeLate = () => { if (timer) write(); };
  const leave = () => {
    // The place that is left keeps where its controls stood last.
    if (timer) put("replaceState", seen);
    write("pushState");
  };
  write();
  store.subscribe(() => {
    const now = settings();
    if (differ(written, now, link.choices) && !embedded) leave();
    else if (differ(written, now)) {
      clearTimeout(timer);
      timer = setTimeout(write, REST_MS);
    }
    seen = now;
  });
  addEventListener("pagehide", writeLate);
  // A page that the browser has kept does not know how others were left meanwhile.
  addEventListener("pageshow", ({persisted}) => { if (persisted) write(); });
  addEventListener("popstate", ({state}) => {
    if (state?.values) {
      clearTimeout(timer);
      timer = 0;
      written = seen = state.values;
      return take(explorer, state.values);
    }
    // Without a state it is a link within this page, or one typed over the address.
    if (isStatic() && location.hash.includes("=")) followHash(explorer, opensAnew);
    write();
  });
  return {write: () => write(), writeLate};
}

/** @param {Explorer} explorer @param {Values} settings */
function take({store, stops, require}, settings) {
  const chosen = Object.entries(settings);
  store.set(Object.fromEntries(chosen.filter(([name]) => !stops[name])));
  for (const [name, value] of chosen) if (stops[name]) require(name, Number(value));
}

/** @param {Explorer} explorer @param {(query: URLSearchParams) => boolean} opensAnew */
function followHash(explorer, opensAnew) {
  const {opening} = explorer, query = queryOf(location);
  // How a page is embedded is settled when it opens.
  if (opensAnew(query)) return location.reload();
  forgetNotices();
  goToView(opening);
  const {settings, notices} = readQuery(opening, query, true);
  notices.forEach(notify);
  take(explorer, {...opening.link.defaults, ...settings});
}
