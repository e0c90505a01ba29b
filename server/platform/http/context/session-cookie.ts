import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MAX_MS } from '../../access/session-token.ts';

export interface SessionCookie {
  readonly name: string;
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * Returns functions that read and write the cookie with the session token. With https the cookie is sent only over https, and
 * its name has the prefix `__Host-`, so that browsers reject this cookie from another host of the domain or from plain http
 * (RFC 6265bis 4.1.3). The browser keeps the cookie for the longest possible session; the server decides when a session ends
 * earlier.
 */
export function createSessionCookieAccess(secure: boolean): SessionCookie {
  const name = secure ? '__Host-ventanilla_session' : 'ventanilla_session';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    name,
    read: (request) => request.cookies[name],
    set: (reply, token) => void reply.setCookie(name, token, { ...options, maxAge: SESSION_MAX_MS / 1000 }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}
