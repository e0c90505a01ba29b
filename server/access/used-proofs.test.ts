import { describe, expect, it } from 'vitest';
import { PROOF_WINDOW } from '#contract/device-proof.ts';
import { usedProofs } from './used-proofs.ts';

const key = Buffer.alloc(32, 1);
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22) + seconds * 1000);
const stored = PROOF_WINDOW.past + PROOF_WINDOW.future;

describe('S26 single use of device proofs', () => {
  it('the server rejects a used proof until its time window has ended', () => {
    for (const first of [0, 1, stored - 1]) {
      const used = usedProofs();
      used.take(key, 'another', at(0));
      expect(used.take(key, 'one', at(first))).toBe(true);
      for (const later of [0, 1, stored / 2, stored - 1])
        expect([first, later, used.take(key, 'one', at(first + later))]).toEqual([first, later, false]);
    }
  });

  it('the server rejects a used proof even after its own clock was set back', () => {
    const used = usedProofs();
    used.take(key, 'one', at(0));
    expect(used.take(key, 'one', at(-2 * stored))).toBe(false);
    expect(used.take(key, 'one', at(-stored))).toBe(false);
  });

  it('the server accepts a proof with the id of a used proof when another key signed it', () => {
    const used = usedProofs();
    used.take(key, 'one', at(0));
    expect(used.take(Buffer.alloc(32, 2), 'one', at(0))).toBe(true);
  });

  it('the server remembers a limited number of used proofs and forgets the oldest first', () => {
    const used = usedProofs(100);
    const take = (nth: number) => used.take(key, `proof ${nth}`, at(0));
    for (let nth = 0; nth < 250; nth += 1) expect(take(nth)).toBe(true);
    expect(take(249)).toBe(false);
    expect(take(0)).toBe(true);
  });
});
