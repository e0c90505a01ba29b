import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HEADER } from '#contract/headers.ts';

/** Characters without those that are easily confused (I, L, O, U), because users dictate the id. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/**
 * Returns an id for a request, shown in the log and on the user's screen: 50 random bits. An id sent by a client is not used,
 * because a client could give two requests the same id.
 */
export function newRequestId(): string {
  const signs = Array.from(randomBytes(LENGTH), (byte) => SIGNS[byte % SIGNS.length]).join('');
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`;
}

/**
 * Adds the request id, which the log contains, to each response. This hook runs before the others, so that responses to their
 * errors have the id too.
 */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header(HEADER.requestId, request.id);
  });
}
