import type { FastifyReply, FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { type ProofVerdict, judgeProof } from '../../access/device-proof.ts';
import { AppError } from '../../base/errors.ts';
import type { Context } from '../context/context.ts';

type ProofName = typeof HEADER.proof | typeof HEADER.deviceProof;
type Clocked = Pick<Context, 'clock'>;

/** Request, and the reply that receives the server time when a proof is stale. */
export interface Proven {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Judges the proof in the header; null without one. */
function verdictOf({ clock }: Clocked, request: FastifyRequest, name: ProofName): ProofVerdict | null {
  const proof = request.headers[name];
  if (proof === undefined) return null;
  return judgeProof(String(proof), { method: request.method, path: request.raw.url ?? '' }, clock());
}

function stale({ clock }: Clocked, reply: FastifyReply): AppError {
  void reply.header(HEADER.providerTime, String(clock().getTime()));
  return new AppError('proof_stale', 'La hora de este dispositivo no es la del servidor. Intenta de nuevo.');
}

/**
 * Returns the key to which a sign-in binds its session; null from a client without one. The proof is not consumed, because a
 * replay would also need the password.
 * @throws malformed_request, proof_stale
 */
export function keyForSession(context: Clocked, { request, reply }: Proven): Buffer | null {
  const verdict = verdictOf(context, request, HEADER.proof);
  switch (verdict?.type) {
    case undefined:
      return null;
    case 'invalid':
      throw new AppError('malformed_request', 'La prueba del dispositivo no es válida.');
    case 'stale':
      throw stale(context, reply);
    case 'valid':
      return verdict.key;
  }
}

type Proving = Pick<Context, 'clock' | 'usedProofs'>;

/**
 * Returns the key of a proof and consumes the proof.
 * @throws proof_stale
 */
function takeProof(
  context: Proving,
  { reply }: Proven,
  verdict: Exclude<ProofVerdict, { type: 'invalid' }>,
): Buffer {
  if (verdict.type === 'stale' || !context.usedProofs.take(verdict.key, verdict.id, context.clock()))
    throw stale(context, reply);
  return verdict.key;
}

/**
 * Returns true when the request has a proof of that key, which is consumed.
 * @throws proof_stale for a proof of the right key that a new proof can replace
 */
export function isProven(context: Proving, call: Proven, key: Buffer): boolean {
  const verdict = verdictOf(context, call.request, HEADER.proof);
  // The key is checked before the time, because a proof of another key would not become valid with the right clock.
  if (!verdict || verdict.type === 'invalid' || !verdict.key.equals(key)) return false;
  takeProof(context, call, verdict);
  return true;
}

/**
 * Returns the key of the device that signs in; null without a currently valid proof, in which case the general limits apply.
 */
export function signingInDevice(context: Proving, { request }: Proven): Buffer | null {
  const verdict = verdictOf(context, request, HEADER.deviceProof);
  if (verdict?.type !== 'valid') return null;
  return context.usedProofs.take(verdict.key, verdict.id, context.clock()) ? verdict.key : null;
}

/**
 * Returns the key that signed a device's report; null without a valid proof. The proof is consumed.
 * @throws proof_stale
 */
export function reportingKey(context: Proving, call: Proven): Buffer | null {
  const verdict = verdictOf(context, call.request, HEADER.deviceProof);
  return !verdict || verdict.type === 'invalid' ? null : takeProof(context, call, verdict);
}
