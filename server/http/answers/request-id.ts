import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HEADER } from '#contract/headers.ts';

/** What is read for another sign is left out (I, L, O, U): people dictate it. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/**
 * What a call is called in the log and on the screen of whoever made it: 50 random bits. None is taken from outside, or a
 * caller could make two calls look like one.
 */
export function newRequestId(): string {
  const signs = Array.from(randomBytes(LENGTH), (byte) => SIGNS[byte % SIGNS.length]).join('');
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`;
}

/** Each answer tells the id of its call, which the lines of the log have. The first hook: what another refuses has it, too. */
export function tellRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header(HEADER.requestId, request.id);
  });
}
