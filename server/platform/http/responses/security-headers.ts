import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { API_BASE } from '#contract/routes/routes.ts';

/**
 * Content security policy of the app. It omits upgrade-insecure-requests, because the server itself uses plain http, on
 * localhost or behind an https proxy. Devices of a clinic need https: over plain http from another machine, browsers offer no
 * encryption, service worker or camera.
 */
const CSP_DIRECTIVES = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  // Inline styles are allowed because Mantine and its modal create <style> elements. (A policy never blocks style attributes
  // that a script sets.) An injected rule cannot load resources from other origins, because the policy allows images and fonts
  // only from this server.
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
/**
 * Policy of every response except the app's own files; it also covers uploaded files. A browser that opens such a response
 * directly runs and loads nothing.
 */
const SANDBOX_CSP = "default-src 'none'; frame-ancestors 'none'; sandbox";
export const isApiUrl = (url: string): boolean => url === API_BASE || url.startsWith(`${API_BASE}/`);
const PERMISSIONS_POLICY = 'camera=(self), microphone=(), geolocation=()';
const YEAR_SECONDS = 31_536_000;

/**
 * Headers of responses that are sent before any hook runs: responses to a request with an unreadable address, and to data that
 * is not HTTP.
 */
export const PRE_ROUTING_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': SANDBOX_CSP,
  'permissions-policy': PERMISSIONS_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * Returns true for a page or file of the app. The matched route is checked, because one address can be written in many ways.
 * False for error responses, which get the strict policy, so that their content runs and loads nothing.
 */
const isAppResponse = ({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  statusCode < 400 && !isApiUrl(routeOptions.url ?? '');

export const cspHashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function inlineScriptHashes(staticDir: string | null): string[] {
  const page = staticDir === null ? '' : path.join(staticDir, 'index.html');
  if (!existsSync(page)) return [];
  const [, ...scripts] = readFileSync(page, 'utf8').split('<script>');
  return scripts.map((rest) => cspHashOf(rest.slice(0, rest.indexOf('</script>'))));
}

/**
 * Sets the security headers of all responses.
 * @param staticDir folder of the built app; null if the server serves only the API
 */
export function addSecurityHeaders(app: FastifyInstance, https: boolean, staticDir: string | null): void {
  const scriptSrc = [...CSP_DIRECTIVES.scriptSrc, ...inlineScriptHashes(staticDir)];
  // Created once, because @fastify/helmet builds the policy again for every request.
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { ...CSP_DIRECTIVES, scriptSrc } },
    strictTransportSecurity: https ? { maxAge: YEAR_SECONDS } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined));
  });
  app.addHook('onSend', async (request, reply) => {
    if (!isAppResponse(request, reply)) void reply.header('content-security-policy', SANDBOX_CSP);
    void reply.header('permissions-policy', PERMISSIONS_POLICY);
  });
}
