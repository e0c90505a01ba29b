import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { hangUp, tooSlow } from '../answers/error-handler.ts';

export interface BodySpeed {
  /** Looked at one after the other. The first is long enough to find a link, each for a link that is away for a while. */
  readonly windowMs: number;
  /** On the average of a window. */
  readonly bytesPerSecond: number;
  readonly lookEveryMs: number;
}
/** A photo over a link of 4 kB/s arrives (S19), also when the link is away for 40 s of each minute. */
export const BODY_SPEED: BodySpeed = { windowMs: 60_000, bytesPerSecond: 1_000, lookEveryMs: 5_000 };

/** Whether so many bytes in a window that has lasted so long are too few for any link of a clinic; null while it lasts. */
export const isTooSlow = (
  bytes: number,
  elapsedMs: number,
  { windowMs, bytesPerSecond }: BodySpeed,
): boolean | null => (elapsedMs < windowMs ? null : bytes < (elapsedMs / 1_000) * bytesPerSecond);

interface Coming {
  readonly requestId: string;
  readonly isAnswered: () => boolean;
  /** When the window began, and how many bytes had arrived before it. */
  since: number;
  read: number;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The answer, where none is on its way, and the end of the connection: what it held is free. */
function cutOff({ socket }: IncomingMessage, { isAnswered, requestId }: Coming): void {
  if (!isAnswered()) hangUp(socket, tooSlow(), { [HEADER.requestId]: requestId });
  socket.destroySoon();
}

/** Ends requests whose body trickles in: a few hundred of them would hold all memory for as long as a request may take. */
export function refuseSlowBodies(app: FastifyInstance, speed: BodySpeed = BODY_SPEED): void {
  const coming = new Map<IncomingMessage, Coming>();
  app.addHook('onRequest', async ({ raw, id: requestId }, reply) => {
    if (!hasBody(raw)) return;
    const isAnswered = () => reply.raw.headersSent;
    coming.set(raw, { requestId, isAnswered, since: performance.now(), read: raw.socket.bytesRead });
    raw.once('close', () => coming.delete(raw));
  });
  const look = (raw: IncomingMessage, body: Coming) => {
    if (raw.complete) return void coming.delete(raw);
    const [now, read] = [performance.now(), raw.socket.bytesRead];
    const tooSlowly = isTooSlow(read - body.read, now - body.since, speed);
    if (tooSlowly === true) {
      coming.delete(raw);
      cutOff(raw, body);
    } else if (tooSlowly === false) Object.assign(body, { since: now, read });
  };
  const timer = setInterval(() => coming.forEach((body, raw) => look(raw, body)), speed.lookEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
