import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE, SESSION_MS } from '../access/session-token.ts';

export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/** The session's token on its way; `secure` behind https. */
export function sessionCookie(secure: boolean): SessionCookie {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (request) => request.cookies[SESSION_COOKIE],
    set: (reply, token) =>
      void reply.setCookie(SESSION_COOKIE, token, { ...options, maxAge: SESSION_MS / 1000 }),
    clear: (reply) => void reply.clearCookie(SESSION_COOKIE, options),
  };
}
