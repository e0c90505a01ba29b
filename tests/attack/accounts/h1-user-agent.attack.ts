import assert from 'node:assert/strict';
import type { Attack, AttackWorld } from '../attack.ts';
import { measureFastestAlternatelyMs } from '../fastest.ts';

/** Length of a header in bytes; with the other headers it fits into Node's limit of 16 kB. */
const LONG_HEADER_BYTES = 15_000;
const HOSTILE_USER_AGENT = `Version/${'1'.repeat(LONG_HEADER_BYTES)}`;
const HARMLESS_USER_AGENT = 'x'.repeat(HOSTILE_USER_AGENT.length);
/** Accepted multiple of the time for a harmless header. The multiple was about 80 when the time was quadratic. */
const MAX_HARMLESS_TIME_RATIO = 6;
/** Headers that the server parses or matches against a pattern. */
const PARSED_HEADERS = [
  'if-match',
  'if-none-match',
  'content-digest',
  'x-captured-at',
  'x-captured-by',
  'x-consent',
  'x-branch-id',
  'x-capture-id',
];
const MAX_RESPONSE_MS = 1_000;

const isHostileTimeAcceptable = (harmless: number, hostile: number): boolean =>
  hostile < MAX_HARMLESS_TIME_RATIO * harmless + 2;

const signOutWithUserAgent = ({ call }: AttackWorld, userAgent: string) => {
  const headers = { 'user-agent': userAgent, cookie: 'ventanilla_session=x' };
  return call('anonymous', 'POST', '/auth/logout', { headers });
};

export const attack: Attack = {
  finding: 'H1',
  title: 'neither a User-Agent nor another header stops the server',
  run: async (world, scale) => {
    const [harmless, hostile] = await measureFastestAlternatelyMs(
      [
        () => signOutWithUserAgent(world, HARMLESS_USER_AGENT),
        () => signOutWithUserAgent(world, HOSTILE_USER_AGENT),
      ],
      isHostileTimeAcceptable,
    );
    const figures = [`${hostile.toFixed(1)} ms, a harmless header ${harmless.toFixed(1)} ms`];
    assert.ok(
      isHostileTimeAcceptable(harmless, hostile),
      `A request with a hostile User-Agent takes ${figures[0]}.`,
    );
    for (const name of PARSED_HEADERS) {
      const { status } = await world.call('desk', 'GET', '/companies', {
        headers: { [name]: HARMLESS_USER_AGENT },
      });
      assert.equal(status, 400, `A ${name} of ${HARMLESS_USER_AGENT.length} characters is looked at.`);
    }
    if (scale === 'short') return figures;
    const slowest = await world.probeWhile(async () => {
      await Promise.all(Array.from({ length: 10 }, () => signOutWithUserAgent(world, HOSTILE_USER_AGENT)));
    });
    assert.ok(slowest < MAX_RESPONSE_MS, `Others waited ${Math.round(slowest)} ms beside ten such requests.`);
    return [...figures, `others waited ${Math.round(slowest)} ms at most beside ten at once`];
  },
};
