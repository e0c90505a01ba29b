/**
 * Browser names by pattern. The first pattern that matches counts: the User-Agents of Edge, Opera and Samsung Internet also
 * contain 'Chrome', and that of Chrome contains 'Safari'.
 */
const BROWSER_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/\d[\d.]{0,20} .{0,200}\bSafari\//, 'Safari'],
];
/**
 * Operating systems by pattern. The first pattern that matches counts: the User-Agent of Android also contains 'Linux', and
 * that of iPhones and iPads contains 'Mac'.
 */
const SYSTEM_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const findMatchingName = (list: typeof BROWSER_PATTERNS, userAgent: string): string | undefined =>
  list.find(([sign]) => sign.test(userAgent))?.[1];

/** Maximum characters of a User-Agent that are searched. Browsers send about 120, but the server accepts headers of 16 kB. */
const MAX_USER_AGENT_LENGTH = 512;

/**
 * Returns the readable name of a User-Agent, such as 'Chrome en Android'; only the browser or only the system when the other is
 * unknown, null when both are. The name may be wrong for an iPad, whose User-Agent may be that of a Mac.
 */
export function deviceDescription(userAgent: string | undefined): string | null {
  const looked = (userAgent ?? '').slice(0, MAX_USER_AGENT_LENGTH);
  const browser = findMatchingName(BROWSER_PATTERNS, looked);
  const system = findMatchingName(SYSTEM_PATTERNS, looked);
  if (browser && system) return `${browser} en ${system}`;
  return browser ?? system ?? null;
}
