import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError, errorCode } from '../platform/base/start-error.ts';
import type { MetricsAddress } from './settings.ts';

export interface MetricsServer {
  readonly address: string;
  close(): Promise<void>;
}

interface MetricsContent {
  readonly contentType: string;
  text(): Promise<string>;
}

async function respondToMetricsRequest(
  { method, url }: http.IncomingMessage,
  response: http.ServerResponse,
  figures: MetricsContent,
): Promise<void> {
  response.setHeader('cache-control', 'no-store');
  if (url !== '/metrics') return void response.writeHead(404).end();
  if (method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
  const text = await figures.text();
  response.writeHead(200, { 'content-type': figures.contentType }).end(text);
}

function toListenError({ port, host }: MetricsAddress, error: unknown): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(`Otro programa ya usa METRICS_PORT ${port} de ${host}: elige otro.`);
    case 'EACCES':
      return new StartError(`METRICS_PORT ${port} está reservado para el sistema: elige uno mayor que 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`METRICS_HOST ${host} no es una dirección de este equipo: usa 127.0.0.1.`);
    default:
      return error;
  }
}

/** Responds with 500. If the response has already started, closes the connection, so that the client notices the failure. */
const respondWithServerError = (response: http.ServerResponse) =>
  void (response.headersSent ? response.destroy() : response.writeHead(500).end());

/**
 * Serves /metrics on a separate port. The port requires no session, so only the monitoring system must be able to reach it.
 * @param onFault receives the error of each failed response
 * @throws StartError with a message for the operator
 */
export async function serveMetrics(
  place: MetricsAddress,
  figures: MetricsContent,
  onFault: (error: unknown) => void,
): Promise<MetricsServer> {
  const server = http.createServer((request, response) => {
    respondToMetricsRequest(request, response, figures).catch((error: unknown) => {
      onFault(error);
      respondWithServerError(response);
    });
  });
  server.requestTimeout = 10_000;
  server.maxConnections = 16;
  server.listen(place.port, place.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw toListenError(place, error);
  }
  const { port } = server.address() as AddressInfo;
  const name = place.host.includes(':') ? `[${place.host}]` : place.host;
  return {
    address: `http://${name}:${port}/metrics`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.resolve();
    },
  };
}
