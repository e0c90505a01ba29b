import type { FastifyInstance, FastifyReply } from 'fastify';
import { cspHashOf } from '../responses/security-headers.ts';
import parts from 'page:src/verification/page.ts';

/**
 * The hash in the content security policy covers every character inside the script tag, so the tag must contain exactly the
 * script.
 */
const VERIFICATION_PAGE_HTML = parts.page.replace(
  /(<script>)[^<]*(<\/script>)/,
  (_, begin: string, end: string) => begin + parts.script + end,
);
const [, STYLE = ''] = /<style>([^<]*)<\/style>/.exec(parts.page) ?? [];

/**
 * Content security policy. It allows the page only to run its own script, send requests to its own server and load the icon.
 */
const PAGE_CSP = [
  "default-src 'none'",
  `script-src ${cspHashOf(parts.script)}`,
  `style-src ${cspHashOf(STYLE)}`,
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const sendVerificationPage = (reply: FastifyReply): FastifyReply =>
  reply
    .header('content-security-policy', PAGE_CSP)
    .header('cache-control', 'no-cache')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(VERIFICATION_PAGE_HTML);

/**
 * Serves the page on which the holder of a printed document verifies it (docs/decisions/0026). The page is the same for every
 * code; its script requests the data of the code.
 */
export function serveVerificationPage(app: FastifyInstance): void {
  for (const url of ['/v', '/v/', '/v/:code']) app.get(url, (_request, reply) => sendVerificationPage(reply));
}
