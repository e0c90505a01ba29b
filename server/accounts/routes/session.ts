import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '#contract/records/people/auth.ts';
import { toSession } from '../../platform/access/actor.ts';
import { hashToken } from '../../platform/access/session-token.ts';
import { type NewSessionContext, closeSession } from '../commands/sessions/sessions.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { type ProofCall, readSessionBindingKey } from '../../platform/http/callers/device-proof.ts';
import { accountEventContextOf } from '../../platform/http/callers/audit-context.ts';
import { findSession } from '../queries/session.ts';

export async function readCurrentSession(context: Context, tokenHash: Buffer): Promise<Session> {
  const { db, clock, attachmentMaxBytes } = context;
  const session = await findSession(db, tokenHash, clock());
  if (!session) throw new AppError('unauthenticated', 'Inicia sesión para continuar.');
  return toSession(session.actor, attachmentMaxBytes);
}

/**
 * Returns time, device and device key of a request that opens a session.
 * @throws malformed_request, proof_stale when the proof made with the device key is invalid or out of date
 */
export const newSessionContextOf = (context: Context, call: ProofCall): NewSessionContext => ({
  ...accountEventContextOf(context, call.request),
  deviceKey: readSessionBindingKey(context, call),
});

/** Opens a session, sets its cookie and returns the session. Closes the session that the caller had before, if any. */
export async function replaceSessionAndCookie(
  context: Context,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  token: string,
): Promise<Session> {
  const replaced = context.cookie.read(request);
  if (replaced) await closeSession(context.db, replaced);
  context.cookie.set(reply, token);
  return readCurrentSession(context, hashToken(token));
}
