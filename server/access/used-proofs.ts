import { createHash } from 'node:crypto';
import { PROOF_WINDOW } from '#contract/device-proof.ts';

/** Proofs that were taken, for as long as they could be sent again. */
export interface UsedProofs {
  /** False where this one was taken before. */
  take(key: Buffer, id: string, now: Date): boolean;
}

const KEPT_MS = (PROOF_WINDOW.past + PROOF_WINDOW.future) * 1000;
/** Of two generations some 20 MB. A provider that answers more calls in that time forgets the oldest early. */
const MAX_KEPT = 100_000;

/**
 * In the memory of one provider: of several, each takes a proof once, and one that was started anew once more. What that
 * leaves to whoever reads the header on its way stands in docs/security.md.
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
