import type { Session } from '#contract/auth.ts';
import { toSession } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import type { Context } from '../http/context.ts';
import { findSession } from '../queries/session.ts';

/** The session as it stands after a change to it. */
export async function sessionOf(context: Context, tokenHash: Buffer): Promise<Session> {
  const { db, clock, attachmentMaxBytes } = context;
  const session = await findSession(db, tokenHash, clock());
  if (!session) throw new AppError('unauthenticated', 'Inicia sesión para continuar.');
  return toSession(session.actor, attachmentMaxBytes);
}
