import type { FastifyInstance, FastifyReply } from 'fastify';
import { hashOf } from '../answers/security-headers.ts';
import parts from 'page:src/verification/page.ts';

/** Nothing else may stand between the tags: the digest is of all that does. */
const HTML = parts.page.replace(
  /(<script>)[^<]*(<\/script>)/,
  (_, begin: string, end: string) => begin + parts.script + end,
);
const [, STYLE = ''] = /<style>([^<]*)<\/style>/.exec(parts.page) ?? [];

/** It runs its own script, asks its own provider and loads the icon: nothing else. */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(parts.script)}`,
  `style-src ${hashOf(STYLE)}`,
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const answer = (reply: FastifyReply): FastifyReply =>
  reply
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-cache')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(HTML);

/**
 * The page where whoever holds a document verifies it (docs/decisions/0026). It is the same for every code: what it shows it asks
 * for by itself.
 */
export function serveVerificationPage(app: FastifyInstance): void {
  for (const url of ['/v', '/v/', '/v/:code']) app.get(url, (_request, reply) => answer(reply));
}
