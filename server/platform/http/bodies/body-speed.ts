import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { respondAndCloseSocket, requestTimeoutError } from '../responses/error-handler.ts';

export interface BodySpeedLimits {
  /**
   * Length in ms of the consecutive time windows in which the speed is measured. A window is long enough to establish a
   * connection and to tolerate a short interruption.
   */
  readonly windowMs: number;
  readonly bytesPerSecond: number;
  readonly lookEveryMs: number;
}
/**
 * Limits that admit a photo over a connection of 4 kB/s (S19), even if the connection is interrupted for 40 s of each minute.
 */
export const BODY_SPEED_LIMITS: BodySpeedLimits = {
  windowMs: 60_000,
  bytesPerSecond: 1_000,
  lookEveryMs: 5_000,
};

/**
 * Returns true if `bytes` in `elapsedMs` are fewer than the slowest connection of a clinic delivers, false if they are enough,
 * and null if `elapsedMs` is shorter than the time window.
 */
export const isBodyTooSlow = (
  bytes: number,
  elapsedMs: number,
  { windowMs, bytesPerSecond }: BodySpeedLimits,
): boolean | null => (elapsedMs < windowMs ? null : bytes < (elapsedMs / 1_000) * bytesPerSecond);

interface IncomingBody {
  readonly requestId: string;
  readonly isAnswered: () => boolean;
  /** Start of the current window. `read` is the number of bytes that had arrived before this start. */
  since: number;
  read: number;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Closes the connection, which frees the memory of its request. Sends an error response first, unless a response has already
 * started.
 */
function closeSlowConnection(
  { socket }: IncomingMessage,
  { isAnswered: hasResponse, requestId }: IncomingBody,
): void {
  if (!hasResponse()) respondAndCloseSocket(socket, requestTimeoutError(), { [HEADER.requestId]: requestId });
  socket.destroySoon();
}

/**
 * Aborts requests whose body arrives too slowly. Otherwise a few hundred slow requests would occupy all memory for the maximum
 * duration of a request.
 */
export function rejectSlowBodies(app: FastifyInstance, speed: BodySpeedLimits = BODY_SPEED_LIMITS): void {
  const coming = new Map<IncomingMessage, IncomingBody>();
  app.addHook('onRequest', async ({ raw, id: requestId }, reply) => {
    if (!hasBody(raw)) return;
    const hasResponse = () => reply.raw.headersSent;
    coming.set(raw, {
      requestId,
      isAnswered: hasResponse,
      since: performance.now(),
      read: raw.socket.bytesRead,
    });
    raw.once('close', () => coming.delete(raw));
  });
  const checkSpeed = (raw: IncomingMessage, body: IncomingBody) => {
    if (raw.complete) return void coming.delete(raw);
    const [now, read] = [performance.now(), raw.socket.bytesRead];
    const tooSlowly = isBodyTooSlow(read - body.read, now - body.since, speed);
    if (tooSlowly === true) {
      coming.delete(raw);
      closeSlowConnection(raw, body);
    } else if (tooSlowly === false) Object.assign(body, { since: now, read });
  };
  const timer = setInterval(
    () => coming.forEach((body, raw) => checkSpeed(raw, body)),
    speed.lookEveryMs,
  ).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
