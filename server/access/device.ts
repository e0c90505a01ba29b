/**
 * Browser names by pattern. The first match wins, because Edge, Opera and Samsung Internet also claim to be Chrome, and Chrome
 * claims to be Safari.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/\d[\d.]{0,20} .{0,200}\bSafari\//, 'Safari'],
];
/**
 * Operating systems by pattern. The first match wins, because Android claims to be Linux, and iPhones and iPads claim to be
 * like a Mac.
 */
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

/**
 * Maximum number of characters of a User-Agent that are read. Browsers send about 120 characters, but the server accepts
 * headers of 16 kB.
 */
const USER_AGENT_MAX = 512;

/**
 * Returns the description of a User-Agent, such as 'Chrome en Android'; only the browser or the system when the other is
 * unknown, and null when both are. An iPad may claim to be a Mac.
 */
export function deviceDescription(userAgent: string | undefined): string | null {
  const looked = (userAgent ?? '').slice(0, USER_AGENT_MAX);
  const browser = nameIn(BROWSERS, looked);
  const system = nameIn(SYSTEMS, looked);
  if (browser && system) return `${browser} en ${system}`;
  return browser ?? system ?? null;
}
