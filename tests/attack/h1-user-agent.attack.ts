import assert from 'node:assert/strict';
import type { Attack, AttackWorld } from './attack.ts';

/** What fits beside the other headers into the 16 kB that Node takes. */
const LENGTH = 15_000;
const HOSTILE = `Version/${'1'.repeat(LENGTH)}`;
const HARMLESS = 'x'.repeat(HOSTILE.length);
const TRIES = 5;
/** Quadratic time was some 80 times that of a harmless header. */
const RATIO = 6;
const SLOWEST_MS = 1_000;

const signOut = async ({ call }: AttackWorld, userAgent: string): Promise<number> => {
  const headers = { 'user-agent': userAgent, cookie: 'ventanilla_session=x' };
  return (await call('anonymous', 'POST', '/auth/logout', { headers })).ms;
};

/** The fastest of some tries: what the work costs without what else the machine does. */
async function best(world: AttackWorld, userAgent: string): Promise<number> {
  let fastest = Infinity;
  for (let count = 0; count < TRIES; count += 1) fastest = Math.min(fastest, await signOut(world, userAgent));
  return fastest;
}

export const attack: Attack = {
  finding: 'H1',
  title: 'a User-Agent does not stop the provider',
  run: async (world, scale) => {
    await best(world, HARMLESS);
    const [harmless, hostile] = [await best(world, HARMLESS), await best(world, HOSTILE)];
    const figures = [`${hostile.toFixed(1)} ms, a harmless header ${harmless.toFixed(1)} ms`];
    assert.ok(hostile < RATIO * harmless + 2, `A request with a hostile User-Agent takes ${figures[0]}.`);
    if (scale === 'short') return figures;
    const slowest = await world.probeWhile(async () => {
      await Promise.all(Array.from({ length: 10 }, () => signOut(world, HOSTILE)));
    });
    assert.ok(slowest < SLOWEST_MS, `Others waited ${Math.round(slowest)} ms beside ten such requests.`);
    return [...figures, `others waited ${Math.round(slowest)} ms at most beside ten at once`];
  },
};
