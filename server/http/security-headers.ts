import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * No upgrade-insecure-requests: the server itself speaks plain http, on localhost or behind a proxy that speaks https.
 * A clinic's tablets need https: browsers give no encryption, worker or camera to plain http from another machine.
 */
const DIRECTIVES = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'blob:', 'data:'],
  mediaSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  fontSrc: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
};
/** For bytes that people gave us: even opened by itself such a file runs and loads nothing. */
export const SANDBOXED = "default-src 'none'; frame-ancestors 'none'; sandbox";
const YEAR_SECONDS = 31_536_000;

export async function securityHeaders(app: FastifyInstance, https: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: DIRECTIVES },
    strictTransportSecurity: https ? { maxAge: YEAR_SECONDS } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=()');
  });
}
