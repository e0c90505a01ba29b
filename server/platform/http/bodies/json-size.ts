/**
 * Maximum number of values in a body, including JSON in its text fields, unless the route states another one. MAX_JSON_DEPTH is the
 * maximum depth. Both limit the time of code that visits each value; no real request reaches them.
 */
export const MAX_JSON_VALUES = 20_000;
export const MAX_JSON_DEPTH = 20;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

function findEndOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Returns true if the JSON has more values or deeper nesting than any real request. Counts in the bytes before parsing, without
 * allocating memory. For invalid JSON the result is arbitrary, because the parser rejects invalid JSON anyway.
 */
export function isOversizedJson(bytes: Uint8Array, maxValues = MAX_JSON_VALUES): boolean {
  let nodes = 1;
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (sign === QUOTE) at = findEndOfString(bytes, at);
    else if (sign === COMMA) nodes += 1;
    else if (sign === OPEN_ARRAY || sign === OPEN_OBJECT) {
      nodes += 1;
      depth += 1;
    } else if (sign === CLOSE_ARRAY || sign === CLOSE_OBJECT) depth -= 1;
    if (nodes > maxValues || depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}
