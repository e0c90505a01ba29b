import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { judgeProof } from '../access/device-proof.ts';
import { AppError } from '../errors.ts';
import type { Context } from './context.ts';

type ProofName = typeof HEADER.proof | typeof HEADER.deviceProof;

/** What came as a proof: the thumbprint of its key, nothing at all, or something that proves nothing. */
export type ReceivedProof =
  { readonly type: 'none' } | { readonly type: 'invalid' } | { readonly type: 'key'; readonly key: Buffer };

/**
 * The proof of a call; it is used up by this. @throws proof_stale for one that another proof of the same key can replace
 */
export function receiveProof(
  { clock, usedProofs }: Pick<Context, 'clock' | 'usedProofs'>,
  request: FastifyRequest,
  name: ProofName = HEADER.proof,
): ReceivedProof {
  const proof = request.headers[name];
  if (proof === undefined) return { type: 'none' };
  const now = clock();
  const call = { method: request.method, path: request.raw.url ?? '' };
  const verdict = judgeProof(String(proof), call, now);
  if (verdict.type === 'invalid') return verdict;
  if (verdict.type === 'valid' && usedProofs.take(verdict.key, verdict.id, now))
    return { type: 'key', key: verdict.key };
  throw new AppError('proof_stale', 'La hora de este dispositivo cambió. Intenta de nuevo.');
}

/**
 * The key that a sign-in brings for its session; null from a client without one.
 * @throws malformed_request, proof_stale
 */
export function keyForSession(context: Context, request: FastifyRequest): Buffer | null {
  const proof = receiveProof(context, request);
  switch (proof.type) {
    case 'none':
      return null;
    case 'invalid':
      throw new AppError('malformed_request', 'La prueba del dispositivo no es válida.');
    case 'key':
      return proof.key;
  }
}
