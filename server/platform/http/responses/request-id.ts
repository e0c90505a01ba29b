import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HEADER } from '#contract/headers.ts';

/** Characters of request ids. I, L, O and U are missing because they are easily confused when a user dictates an id. */
const REQUEST_ID_CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const REQUEST_ID_LENGTH = 10;

/**
 * Returns a request id of 50 random bits, which appears in the log and on the user's screen. An id from the client is not used,
 * because a client could send one id with two requests.
 */
export function newRequestId(): string {
  const signs = Array.from(
    randomBytes(REQUEST_ID_LENGTH),
    (byte) => REQUEST_ID_CHARACTERS[byte % REQUEST_ID_CHARACTERS.length],
  ).join('');
  return `${signs.slice(0, REQUEST_ID_LENGTH / 2)}-${signs.slice(REQUEST_ID_LENGTH / 2)}`;
}

/** Adds the request id to each response. Must be the first hook, so that error responses of other hooks have the id too. */
export function addRequestIdToResponses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header(HEADER.requestId, request.id);
  });
}
