import assert from 'node:assert/strict';
import type { Attack, AttackWorld } from '../attack.ts';

const MAX_RESPONSE_MS = 1_000;
const buildSvgFile = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300">${inside}</svg>`);
/** SVGs of about 200 kB each. Drawing one would need several gigabytes of memory. */
const HOSTILE_SVGS = {
  letters: buildSvgFile(`<text>${'aW'.repeat(100_000)}</text>`),
  dashes: buildSvgFile(`<path d="M0 0${'h9v9'.repeat(50_000)}" stroke="red" stroke-dasharray="0.01"/>`),
};

const uploadBranchLogo = ({ call, names }: AttackWorld, bytes: Buffer) =>
  call('admin', 'POST', `/branches/${names['branches.bogota']}/logo`, {
    parts: [{ name: 'logo', value: bytes, filename: 'logo.svg', type: 'image/svg+xml' }],
  });

export const attack: Attack = {
  finding: 'L7',
  title: 'an SVG uses neither the memory of the machine nor the time of other users',
  run: async (world, scale) => {
    const figures: string[] = [];
    for (const [what, bytes] of Object.entries(HOSTILE_SVGS)) {
      if (scale === 'short' && what === 'dashes') continue;
      const { status, ms } = await uploadBranchLogo(world, bytes);
      assert.equal(status, 422, `An SVG of ${what} was answered with ${status}.`);
      figures.push(`${what} refused in ${Math.round(ms)} ms`);
    }
    if (scale === 'short') return figures;
    const slowest = await world.probeWhile(() =>
      Promise.all(Array.from({ length: 6 }, () => uploadBranchLogo(world, HOSTILE_SVGS.dashes))),
    );
    assert.ok(slowest < MAX_RESPONSE_MS, `Others waited ${Math.round(slowest)} ms beside six SVGs.`);
    return [...figures, `others waited ${Math.round(slowest)} ms at most beside six at once`];
  },
};
