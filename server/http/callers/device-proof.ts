import type { FastifyReply, FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { type ProofResult, checkProof } from '../../access/device-proof.ts';
import { AppError } from '../../base/errors.ts';
import type { Context } from '../context/context.ts';

type ProofName = typeof HEADER.proof | typeof HEADER.deviceProof;
type Clocked = Pick<Context, 'clock'>;

/** Request with a proof. If the proof is stale, the server time is added to the reply. */
export interface ProofCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Checks the proof in the header; null without a proof. */
function verdictOf({ clock }: Clocked, request: FastifyRequest, name: ProofName): ProofResult | null {
  const proof = request.headers[name];
  if (proof === undefined) return null;
  return checkProof(String(proof), { method: request.method, path: request.raw.url ?? '' }, clock());
}

function stale({ clock }: Clocked, reply: FastifyReply): AppError {
  void reply.header(HEADER.providerTime, String(clock().getTime()));
  return new AppError('proof_stale', 'La hora de este dispositivo no es la del servidor. Intenta de nuevo.');
}

/**
 * Returns the key to which a sign-in binds its session; null for a client that sends no proof. The proof may be used again,
 * because a replay would also need the password.
 * @throws malformed_request, proof_stale
 */
export function keyForSession(context: Clocked, { request, reply }: ProofCall): Buffer | null {
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
 * Returns the key of a proof and marks the proof as used.
 * @throws proof_stale
 */
function takeProof(
  context: Proving,
  { reply }: ProofCall,
  verdict: Exclude<ProofResult, { type: 'invalid' }>,
): Buffer {
  if (verdict.type === 'stale' || !context.usedProofs.take(verdict.key, verdict.id, context.clock()))
    throw stale(context, reply);
  return verdict.key;
}

/**
 * Returns true when the request has a proof made with `key`, and marks the proof as used.
 * @throws proof_stale if the key is right but the proof is out of date or already used, so that the device sends a new one
 */
export function hasValidProof(context: Proving, call: ProofCall, key: Buffer): boolean {
  const verdict = verdictOf(context, call.request, HEADER.proof);
  // The key is checked before the time: a proof of another key stays invalid even with the right time.
  if (!verdict || verdict.type === 'invalid' || !verdict.key.equals(key)) return false;
  takeProof(context, call, verdict);
  return true;
}

/**
 * Returns the key of the device that signs in, and marks its proof as used. Null without a valid proof; the general limits then
 * apply.
 */
export function signInDeviceKey(context: Proving, { request }: ProofCall): Buffer | null {
  const verdict = verdictOf(context, request, HEADER.deviceProof);
  if (verdict?.type !== 'valid') return null;
  return context.usedProofs.take(verdict.key, verdict.id, context.clock()) ? verdict.key : null;
}

/**
 * Returns the key that signed a device's report, and marks the proof as used; null without a valid proof.
 * @throws proof_stale
 */
export function deviceReportKey(context: Proving, call: ProofCall): Buffer | null {
  const verdict = verdictOf(context, call.request, HEADER.deviceProof);
  return !verdict || verdict.type === 'invalid' ? null : takeProof(context, call, verdict);
}
