/** First match wins: Edge, Opera and Samsung's browser call themselves Chrome too, and Chrome calls itself Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/\d[\d.]{0,20} .{0,200}\bSafari\//, 'Safari'],
];
/** Android calls itself Linux, and iPhones and iPads say that they are like a Mac. */
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

/** Browsers' own are some 120 characters; the server takes a header of 16 kB. */
const USER_AGENT_MAX = 512;

/** 'Chrome en Android' of a User-Agent; the part that is known alone, or null. An iPad may say that it is a Mac. */
export function deviceInWords(userAgent: string | undefined): string | null {
  const looked = (userAgent ?? '').slice(0, USER_AGENT_MAX);
  const browser = nameIn(BROWSERS, looked);
  const system = nameIn(SYSTEMS, looked);
  if (browser && system) return `${browser} en ${system}`;
  return browser ?? system ?? null;
}
