import type { FastifyReply, FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { type ProofResult, checkProof } from '../../access/device-proof.ts';
import { AppError } from '../../base/errors.ts';
import type { Context } from '../context/context.ts';

type ProofHeaderName = typeof HEADER.proof | typeof HEADER.deviceProof;
type ContextWithClock = Pick<Context, 'clock'>;

/** Request that may carry a proof, and the reply, to which the server's time is added if the proof is out of date. */
export interface ProofCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Checks the proof in the header; returns null if the request has no proof. */
function checkProofHeader(
  { clock }: ContextWithClock,
  request: FastifyRequest,
  name: ProofHeaderName,
): ProofResult | null {
  const proof = request.headers[name];
  if (proof === undefined) return null;
  return checkProof(String(proof), { method: request.method, path: request.raw.url ?? '' }, clock());
}

function setTimeAndCreateStaleError({ clock }: ContextWithClock, reply: FastifyReply): AppError {
  void reply.header(HEADER.providerTime, String(clock().getTime()));
  return new AppError('proof_stale', 'La hora de este dispositivo no es la del servidor. Intenta de nuevo.');
}

/**
 * Returns the key to which a sign-in binds its session; null if the client sends no proof. The proof is not marked as used,
 * because an attacker who replays it would also need the password.
 * @throws malformed_request, proof_stale
 */
export function readSessionBindingKey(
  context: ContextWithClock,
  { request, reply }: ProofCall,
): Buffer | null {
  const verdict = checkProofHeader(context, request, HEADER.proof);
  switch (verdict?.type) {
    case undefined:
      return null;
    case 'invalid':
      throw new AppError('malformed_request', 'La prueba del dispositivo no es válida.');
    case 'stale':
      throw setTimeAndCreateStaleError(context, reply);
    case 'valid':
      return verdict.key;
  }
}

type ProofContext = Pick<Context, 'clock' | 'usedProofs'>;

/**
 * Returns the key of a proof and marks the proof as used.
 * @throws proof_stale
 */
function markProofUsed(
  context: ProofContext,
  { reply }: ProofCall,
  verdict: Exclude<ProofResult, { type: 'invalid' }>,
): Buffer {
  if (verdict.type === 'stale' || !context.usedProofs.take(verdict.key, verdict.id, context.clock()))
    throw setTimeAndCreateStaleError(context, reply);
  return verdict.key;
}

/**
 * Returns true if the request has a valid proof made with `key`, and marks the proof as used.
 * @throws proof_stale if the key is right but the proof is out of date or already used, so that the device makes a new proof
 */
export function consumeValidProof(context: ProofContext, call: ProofCall, key: Buffer): boolean {
  const verdict = checkProofHeader(context, call.request, HEADER.proof);
  // The key is checked before the time, because a proof made with another key stays invalid whatever its time.
  if (!verdict || verdict.type === 'invalid' || !verdict.key.equals(key)) return false;
  markProofUsed(context, call, verdict);
  return true;
}

/**
 * Returns the key of the device that signs in, and marks its proof as used. Returns null without a valid proof; the sign-in
 * then counts towards the general limits.
 */
export function consumeSignInDeviceProof(context: ProofContext, { request }: ProofCall): Buffer | null {
  const verdict = checkProofHeader(context, request, HEADER.deviceProof);
  if (verdict?.type !== 'valid') return null;
  return context.usedProofs.take(verdict.key, verdict.id, context.clock()) ? verdict.key : null;
}

/**
 * Returns the key with which a device signed its report, and marks the proof as used. Returns null without a valid proof.
 * @throws proof_stale
 */
export function consumeDeviceReportProof(context: ProofContext, call: ProofCall): Buffer | null {
  const verdict = checkProofHeader(context, call.request, HEADER.deviceProof);
  return !verdict || verdict.type === 'invalid' ? null : markProofUsed(context, call, verdict);
}
