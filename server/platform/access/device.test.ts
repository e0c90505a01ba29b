import { expect, test } from 'vitest';
import { deviceDescription } from './device.ts';

const WEBKIT_USER_AGENT_PART = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME_USER_AGENT_PART = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

test.each<[string | undefined, string | null]>([
  [`Mozilla/5.0 (Linux; Android 14; SM-X210) ${CHROME_USER_AGENT_PART}`, 'Chrome en Android'],
  [
    `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${WEBKIT_USER_AGENT_PART} Version/17.5 Mobile/15E148 Safari/604.1`,
    'Safari en iPad',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${WEBKIT_USER_AGENT_PART} CriOS/141.0 Mobile/15E148 Safari/604.1`,
    'Chrome en iPad',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT_USER_AGENT_PART} Version/18.0 Mobile/15E148 Safari/604.1`,
    'Safari en iPhone',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT_USER_AGENT_PART} Version/17.5 Safari/605.1.15`,
    'Safari en Mac',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME_USER_AGENT_PART} Edg/141.0.0.0`, 'Edge en Windows'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME_USER_AGENT_PART}`, 'Chrome en ChromeOS'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0 Safari/537.36`,
    'Samsung Internet en Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Linux'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
  ['curl/8.5.0', null],
  ['', null],
  [undefined, null],
])(
  'P10.12 the activity log names browser and system of the device with User-Agent %s, as far as both are known',
  (userAgent, words) => {
    expect(deviceDescription(userAgent)).toBe(words);
  },
);
