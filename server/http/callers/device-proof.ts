import type { FastifyReply, FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { type ProofVerdict, judgeProof } from '../../access/device-proof.ts';
import { AppError } from '../../base/errors.ts';
import type { Context } from '../context/context.ts';

type ProofName = typeof HEADER.proof | typeof HEADER.deviceProof;
type Clocked = Pick<Context, 'clock'>;

/** A call and where the time goes that a proof of another time is answered with. */
export interface Proven {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Null where no proof came along. */
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
 * The key that a sign-in brings for its session; null from a client without one. The proof is not used up: whoever sends it
 * again needs the password too.
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

/** The key that a verdict stands for; its proof is used up by this. @throws proof_stale */
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
 * True when the call comes with a proof of that key, which is used up by this.
 * @throws proof_stale for one of the key that another proof can replace
 */
export function isProven(context: Proving, call: Proven, key: Buffer): boolean {
  const verdict = verdictOf(context, call.request, HEADER.proof);
  // Before its time is looked at: another key is no matter of the clock.
  if (!verdict || verdict.type === 'invalid' || !verdict.key.equals(key)) return false;
  takeProof(context, call, verdict);
  return true;
}

/** The key of the device that signs in; null without a proof that holds now: then the general limits count. */
export function signingInDevice(context: Proving, { request }: Proven): Buffer | null {
  const verdict = verdictOf(context, request, HEADER.deviceProof);
  if (verdict?.type !== 'valid') return null;
  return context.usedProofs.take(verdict.key, verdict.id, context.clock()) ? verdict.key : null;
}

/** The key that signed a device's report; null where none did. The proof is used up. @throws proof_stale */
export function reportingKey(context: Proving, call: Proven): Buffer | null {
  const verdict = verdictOf(context, call.request, HEADER.deviceProof);
  return !verdict || verdict.type === 'invalid' ? null : takeProof(context, call, verdict);
}
