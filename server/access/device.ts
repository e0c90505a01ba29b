/**
 * Browser names by pattern. The first match counts, because Edge, Opera and Samsung Internet also name Chrome, and Chrome names
 * Safari.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/\d[\d.]{0,20} .{0,200}\bSafari\//, 'Safari'],
];
/** Operating systems by pattern. The first match counts, because Android also names Linux, and iPhones and iPads name Mac. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (list: typeof BROWSERS, userAgent: string): string | undefined =>
  list.find(([sign]) => sign.test(userAgent))?.[1];

/** Maximum characters of a User-Agent that are searched. Browsers send about 120, but the server accepts headers of 16 kB. */
const USER_AGENT_MAX = 512;

/**
 * Returns the readable name of a User-Agent, such as 'Chrome en Android'; only browser or system when the other is unknown,
 * null when both are. An iPad may name itself a Mac.
 */
export function deviceDescription(userAgent: string | undefined): string | null {
  const looked = (userAgent ?? '').slice(0, USER_AGENT_MAX);
  const browser = nameIn(BROWSERS, looked);
  const system = nameIn(SYSTEMS, looked);
  if (browser && system) return `${browser} en ${system}`;
  return browser ?? system ?? null;
}
