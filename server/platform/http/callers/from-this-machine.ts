import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../base/loopback.ts';

const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Returns true if the request comes from this machine: it was not forwarded, and its Host is a name of this machine. This
 * excludes DNS rebinding, where another host name resolves to 127.0.0.1.
 */
export const isFromThisMachine = ({ headers, hostname, ip }: FastifyRequest): boolean =>
  isLoopback(ip) && isLoopback(hostname) && FORWARDING_HEADERS.every((name) => headers[name] === undefined);
