import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '#contract/routes/routes.ts';

/**
 * No upgrade-insecure-requests: the server itself speaks plain http, on localhost or behind a proxy that speaks https.
 * A clinic's tablets need https: browsers give no encryption, worker or camera to plain http from another machine.
 */
const DIRECTIVES = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  // Mantine and its modal write <style> elements; attributes they set by script, which no policy stops. What an injected
  // rule could do ends at our own origin: pictures and fonts come from nowhere else.
  styleSrc: ["'self'", "'unsafe-inline'"],
  styleSrcAttr: ["'none'"],
  imgSrc: ["'self'", 'blob:', 'data:'],
  mediaSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  fontSrc: ["'self'"],
  frameAncestors: ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
};
/** For every answer but the app's own files, bytes that people gave us among them: opened by itself it runs and loads nothing. */
const SANDBOXED = "default-src 'none'; frame-ancestors 'none'; sandbox";
export const isApi = (url: string): boolean => url === API_BASE || url.startsWith(`${API_BASE}/`);
const PERMISSIONS = 'camera=(self), microphone=(), geolocation=()';
const YEAR_SECONDS = 31_536_000;

/** For what is answered before there is a route, and so before any hook: an address that cannot be read, or no HTTP. */
export const BARE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': SANDBOXED,
  'permissions-policy': PERMISSIONS,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * A page or file of the app, by the route that answers: an address can be written in many ways. A refusal runs and loads
 * nothing, wherever it comes from.
 */
const isOfApp = ({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  statusCode < 400 && !isApi(routeOptions.url ?? '');

/** As a policy names a style or script that stands in a page. */
export const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The scripts that stand in the app's page itself: the one that watches its start. */
function inlineScripts(staticDir: string | null): string[] {
  const page = staticDir === null ? '' : path.join(staticDir, 'index.html');
  if (!existsSync(page)) return [];
  const [, ...scripts] = readFileSync(page, 'utf8').split('<script>');
  return scripts.map((rest) => hashOf(rest.slice(0, rest.indexOf('</script>'))));
}

/** @param staticDir folder of the built app; null where only the API is served */
export async function securityHeaders(
  app: FastifyInstance,
  https: boolean,
  staticDir: string | null,
): Promise<void> {
  const scriptSrc = [...DIRECTIVES.scriptSrc, ...inlineScripts(staticDir)];
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { ...DIRECTIVES, scriptSrc } },
    strictTransportSecurity: https ? { maxAge: YEAR_SECONDS } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onSend', async (request, reply) => {
    if (!isOfApp(request, reply)) void reply.header('content-security-policy', SANDBOXED);
    void reply.header('permissions-policy', PERMISSIONS);
  });
}
