import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './configuration/config.ts';
import { StartError, errorCode } from './platform/base/start-error.ts';

type ListenConfig = Pick<Config, 'host' | 'port' | 'publicUrl'>;

/**
 * Time in ms that running requests get to finish when the server stops. After this time they are aborted, and the outboxes of
 * the devices retry them.
 */
const REQUEST_FINISH_TIMEOUT_MS = 5_000;

/**
 * Starts to listen on the configured host and port.
 * @throws StartError with a message for the operator; the app has then already been closed
 */
export async function listenOn(app: FastifyInstance, place: ListenConfig): Promise<void> {
  try {
    await app.listen({ port: place.port, host: place.host });
  } catch (error) {
    await app.close();
    throw toListenError(place, error);
  }
}

function toListenError({ host, port }: ListenConfig, error: unknown): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Otro programa ya usa el puerto ${port} de ${host}: detenlo o elige otro puerto, por ejemplo PORT=${port === 65_535 ? 8081 : port + 1}.`,
      );
    case 'EACCES':
      return new StartError(
        `El puerto ${port} está reservado para el sistema: elige un PORT mayor que 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST ${host} no es una dirección de este equipo: usa 127.0.0.1 o 0.0.0.0.`);
    default:
      return error;
  }
}

/**
 * Returns the address at which users open the app: PUBLIC_URL if it is set, otherwise the host with `localhost` in place of a
 * wildcard, which browsers cannot open.
 */
export function publicAddressOf(app: FastifyInstance, { host, publicUrl }: ListenConfig): string {
  if (publicUrl) return publicUrl.origin;
  const { port } = app.server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Waits for the running requests, then closes the app. A second signal ends the process without waiting (main.ts). */
export async function finishRequestsAndClose(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), REQUEST_FINISH_TIMEOUT_MS);
  await app.close();
  clearTimeout(cutOff);
}
