import compress from '@fastify/compress';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Config } from './configuration/config.ts';
import { rejectInvalidHosts } from './platform/http/program/edges.ts';
import { respondWithError } from './platform/http/responses/error-handler.ts';
import { serveBoardPage } from './platform/http/program/board-page.ts';
import { forwardApi } from './platform/http/program/forward.ts';
import { rejectCrossOriginChanges } from './platform/http/callers/origin.ts';
import { addRequestIdToResponses } from './platform/http/responses/request-id.ts';
import { logRequests } from './platform/http/responses/request-log.ts';
import { addSecurityHeaders } from './platform/http/responses/security-headers.ts';
import { createFastifyOptions } from './platform/http/program/server-options.ts';
import { serveApp } from './platform/http/program/static-app.ts';
import { publicAddressOf, finishRequestsAndClose, listenOn } from './listen.ts';
import { StartError } from './platform/base/start-error.ts';

export interface ReverseProxyOptions {
  readonly providerUrl: URL;
  readonly staticDir: string;
  readonly publicUrl: URL | null;
  readonly logger: boolean | object;
}

/**
 * Builds an app that serves the front end and forwards API requests to another server. The app has no database, files or stored
 * data, and does not listen yet.
 */
export async function buildReverseProxyApp(options: ReverseProxyOptions): Promise<FastifyInstance> {
  const { providerUrl: serverUrl, staticDir, publicUrl } = options;
  const isHttps = publicUrl?.protocol === 'https:';
  const app = Fastify(createFastifyOptions(options));
  app.setErrorHandler<FastifyError>(respondWithError);
  addRequestIdToResponses(app);
  logRequests(app);
  rejectInvalidHosts(app);
  addSecurityHeaders(app, isHttps, staticDir);
  rejectCrossOriginChanges(app, publicUrl);
  await app.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'] });
  await forwardApi(app, serverUrl, isHttps);
  serveBoardPage(app);
  await serveApp(app, staticDir);
  return app;
}

export interface ReverseProxy {
  readonly address: string;
  readonly providerUrl: URL;
  stop(): Promise<void>;
}

/**
 * Starts the reverse proxy.
 * @throws StartError with a message for the operator
 */
export async function startReverseProxy(
  config: Config,
  serverUrl: URL,
  staticDir: string | null,
): Promise<ReverseProxy> {
  if (staticDir === null)
    throw new StartError(
      'La aplicación no está construida, y con PROVIDER_URL no hay nada más que servir: ejecuta `npm run build`.',
    );
  const app = await buildReverseProxyApp({
    providerUrl: serverUrl,
    staticDir,
    publicUrl: config.publicUrl,
    logger: { level: config.log === 'requests' ? 'info' : 'warn' },
  });
  await listenOn(app, config);
  return {
    address: publicAddressOf(app, config),
    providerUrl: serverUrl,
    stop: () => finishRequestsAndClose(app),
  };
}
