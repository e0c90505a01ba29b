import { createHash } from 'node:crypto';
import { PROOF_WINDOW } from '#contract/device-proof.ts';

/** Memory of used proofs. Each is kept for as long as it could be sent again. */
export interface UsedProofs {
  /** Records a proof as used; returns false if the proof was already used. */
  take(key: Buffer, id: string, now: Date): boolean;
}

const KEPT_MS = (PROOF_WINDOW.past + PROOF_WINDOW.future) * 1000;
/**
 * Maximum number of proofs in one generation; two generations use about 20 MB. A server that receives more proofs within their
 * validity forgets the oldest too early.
 */
const MAX_KEPT = 100_000;

/**
 * Keeps used proofs in the memory of one server process. A proof is therefore accepted once by each of several servers, and
 * again after a restart. docs/reference/security.md describes the consequences if an attacker reads the header in transit.
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
