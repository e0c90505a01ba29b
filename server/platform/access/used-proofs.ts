import { createHash } from 'node:crypto';
import { PROOF_WINDOW_SECONDS } from '#contract/device-proof.ts';

/** Memory of used proofs. A proof is remembered until its time window has ended. */
export interface UsedProofs {
  /** Records a proof as used; returns false if it was used before. */
  take(key: Buffer, id: string, now: Date): boolean;
}

const PROOF_RETENTION_MS = (PROOF_WINDOW_SECONDS.past + PROOF_WINDOW_SECONDS.future) * 1000;
/**
 * Maximum proofs of one generation; the memory consists of two generations, which use about 20 MB. When more proofs arrive, the
 * server forgets the oldest ones before their time window ends.
 */
const MAX_PROOFS_PER_GENERATION = 100_000;

/**
 * Creates a memory of used proofs in this process. Each of several servers therefore accepts the same proof once, and a
 * restarted server accepts it again. docs/reference/security.md describes the consequences when an attacker reads the header in
 * transit.
 */
export function createUsedProofs(maxKept = MAX_PROOFS_PER_GENERATION): UsedProofs {
  let recent = new Set<string>();
  let older = new Set<string>();
  let since = 0;
  return {
    take(key, id, now) {
      const at = now.getTime();
      if (recent.size >= maxKept || at - since >= PROOF_RETENTION_MS) {
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
