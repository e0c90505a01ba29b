import { describe, expect, it } from 'vitest';
import { PROOF_WINDOW_SECONDS } from '#contract/device-proof.ts';
import { createUsedProofs } from './used-proofs.ts';

const keyThumbprint = Buffer.alloc(32, 1);
const afterSeconds = (seconds: number) => new Date(Date.UTC(2026, 10, 22) + seconds * 1000);
const proofWindowSeconds = PROOF_WINDOW_SECONDS.past + PROOF_WINDOW_SECONDS.future;

describe('S26 single use of device proofs', () => {
  it('the server rejects a used proof until its time window has ended', () => {
    for (const first of [0, 1, proofWindowSeconds - 1]) {
      const used = createUsedProofs();
      used.take(keyThumbprint, 'another', afterSeconds(0));
      expect(used.take(keyThumbprint, 'one', afterSeconds(first))).toBe(true);
      for (const later of [0, 1, proofWindowSeconds / 2, proofWindowSeconds - 1])
        expect([first, later, used.take(keyThumbprint, 'one', afterSeconds(first + later))]).toEqual([
          first,
          later,
          false,
        ]);
    }
  });

  it('the server rejects a used proof even after its own clock was set back', () => {
    const used = createUsedProofs();
    used.take(keyThumbprint, 'one', afterSeconds(0));
    expect(used.take(keyThumbprint, 'one', afterSeconds(-2 * proofWindowSeconds))).toBe(false);
    expect(used.take(keyThumbprint, 'one', afterSeconds(-proofWindowSeconds))).toBe(false);
  });

  it('the server accepts a proof whose id was already used, when another key signed it', () => {
    const used = createUsedProofs();
    used.take(keyThumbprint, 'one', afterSeconds(0));
    expect(used.take(Buffer.alloc(32, 2), 'one', afterSeconds(0))).toBe(true);
  });

  it('the server remembers a limited number of used proofs and forgets the oldest first', () => {
    const used = createUsedProofs(100);
    const takeProof = (nth: number) => used.take(keyThumbprint, `proof ${nth}`, afterSeconds(0));
    for (let nth = 0; nth < 250; nth += 1) expect(takeProof(nth)).toBe(true);
    expect(takeProof(249)).toBe(false);
    expect(takeProof(0)).toBe(true);
  });
});
