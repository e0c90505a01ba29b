import { vi } from 'vitest';
import { BRANCH_ID } from '../device.ts';

export type RequestResponder = (path: string, request: Request) => Response | Promise<Response>;

export interface SessionServer {
  respond: RequestResponder;
  /** Received calls in order, such as `GET /api/v1/auth/me`. */
  calls: string[];
}

export const emailOfUserId = (userId: string): string => `${userId.slice(0, 4)}@clinica.test`;

export const sessionOf = (userId: string) => ({
  user_id: userId,
  email: emailOfUserId(userId),
  display_name: 'Persona',
  branch_id: BRANCH_ID,
  actions: ['register_patients', 'power_of_a_newer_provider'],
});

export const createErrorResponse = (status: number, code: string): Response =>
  Response.json({ code, message: 'No', details: [] }, { status });

/** Responds to every caller with this user's session, and stores one data key per user. */
export const respondWithSession =
  (userId: string): RequestResponder =>
  (path) => {
    if (path.endsWith('/me/vault-key')) return Response.json({ key: `${userId[0]}`.repeat(42) + 'A' });
    if (path.endsWith('/auth/logout')) return new Response(null, { status: 204 });
    return Response.json(sessionOf(userId));
  };

export const failAsUnreachable: RequestResponder = () => {
  throw new TypeError('Failed to fetch');
};

/** Replaces `fetch` by the simulated server until `vi.unstubAllGlobals()`. */
export function stubServer(respond: RequestResponder): SessionServer {
  const server: SessionServer = { respond, calls: [] };
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const request = new Request(new URL(input, 'http://desk.test'), init);
    const path = new URL(request.url).pathname;
    server.calls.push(`${request.method} ${path}`);
    return Promise.resolve().then(() => server.respond(path, request));
  });
  return server;
}
