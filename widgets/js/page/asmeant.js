// A link as it was meant: an ampersand that was escaped once too often, keys and words in another case, and
// what the text around a link has left at its end.
const ESCAPED = /^(amp;)+/i, LEFT = /[.,;:!?)\]}>"'”’»]+$/u;

/** A value without what belongs to the text around the link. @param {string} text */
export const bare = (text) => text.replace(LEFT, "");

/** The same of a number; what is none stays as it was written. @param {string} text */
export const bareNumber = (text) => /\d\.?$/.test(bare(text)) ? bare(text) : text;

/** The one of some names that a text means, if it is clear which; else the text. @param {string[]} names @param {string} text */
export function nameMeant(names, text) {
  if (names.includes(text)) return text;
  const meant = bare(text).toLowerCase(), like = names.filter((name) => name.toLowerCase() === meant);
  return names.includes(bare(text)) ? bare(text) : like.length === 1 ? like[0] : text;
}

/**
 * The text that a query has for each of some keys. What is written exactly so goes before what is only like
 * it; of both the first counts.
 * @param {URLSearchParams} query @param {string[]} keys
 */
export function textsMeant(query, keys) {
  const texts = new Map(keys.flatMap((key) => query.has(key) ? [[key, query.get(key) ?? ""]] : []));
  for (const [written, text] of query) {
    const key = keyMeant(keys, written);
    if (keys.includes(key) && !texts.has(key)) texts.set(key, text);
  }
  return texts;
}

/** @param {string[]} keys @param {string} written */
function keyMeant(keys, written) {
  const name = written.replace(ESCAPED, ""), like = keys.filter((key) => key.toLowerCase() === name.toLowerCase());
  return keys.includes(name) || like.length !== 1 ? name : like[0];
}
