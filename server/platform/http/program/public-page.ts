import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { cspHashOf } from '../responses/security-headers.ts';

interface PublicPageParts {
  readonly page: string;
  readonly script: string;
}

interface PublicPage {
  readonly html: string;
  /**
   * Digest of page and script. If the page's root element has the attribute `data-version`, the served page contains the digest
   * in this attribute.
   */
  readonly version: string;
  /** Content security policy. It allows the page only to run its own script, send requests to its own server and load the icon. */
  readonly policy: string;
}

const VERSION_LENGTH = 16;

/** Combines page and script into one page that needs neither a session nor another file. */
export function buildPublicPage({ page, script }: PublicPageParts): PublicPage {
  const version = createHash('sha256')
    .update(page)
    .update(script)
    .digest('base64url')
    .slice(0, VERSION_LENGTH);
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page) ?? [];
  // The hash in the content security policy covers every character inside the script tag, so the tag must contain exactly the
  // script.
  const html = page
    .replace(/(<script>)[^<]*(<\/script>)/, (_, begin: string, end: string) => begin + script + end)
    .replace('data-version=""', `data-version="${version}"`);
  const policy = [
    "default-src 'none'",
    `script-src ${cspHashOf(script)}`,
    `style-src ${cspHashOf(style)}`,
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, version, policy };
}

export function servePublicPage(
  app: FastifyInstance,
  urls: readonly string[],
  { html, policy }: PublicPage,
): void {
  for (const url of urls)
    app.get(url, (_request, reply) =>
      reply
        .header('content-security-policy', policy)
        .header('cache-control', 'no-cache')
        .header('x-robots-tag', 'noindex')
        .type('text/html; charset=utf-8')
        .send(html),
    );
}
