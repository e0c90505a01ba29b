import { createHash } from 'node:crypto';
import { PROOF_WINDOW } from '#contract/device-proof.ts';

/** Used proofs, kept for as long as they could be sent again. */
export interface UsedProofs {
  /** Records a proof; returns false if it was used before. */
  take(key: Buffer, id: string, now: Date): boolean;
}

const KEPT_MS = (PROOF_WINDOW.past + PROOF_WINDOW.future) * 1000;
/**
 * Proofs in one generation; two generations use about 20 MB. A server that accepts more proofs in that time forgets the oldest
 * early.
 */
const MAX_KEPT = 100_000;

/**
 * Keeps used proofs in the memory of one server: each of several servers accepts a proof once, and again after a restart.
 * docs/reference/security.md describes the consequences if an attacker reads the header in transit.
 */
export function usedProofs(maxKept = MAX_KEPT): UsedProofs {
  let recent = new Set<string>();
  let older = new Set<string>();
  let since = 0;
  return {
    take(key, id, now) {
      const at = now.getTime();
      if (recent.size >= maxKept || at - since >= KEPT_MS) {
        older = recent;
        recent = new Set();
        since = at;
      }
      const proof = createHash('sha256').update(key).update(id).digest('base64url');
      if (recent.has(proof) || older.has(proof)) return false;
      recent.add(proof);
      return true;
    },
  };
}
