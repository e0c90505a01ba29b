import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../base/loopback.ts';

/** Headers that a proxy or tunnel adds. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Returns true when no sign indicates that the request came from another machine: it was not forwarded, and it is addressed to
 * a name of this machine. A page on another host name that resolves to 127.0.0.1 (DNS rebinding) has that name as Host.
 */
export const isFromThisMachine = ({ headers, hostname, ip }: FastifyRequest): boolean =>
  isLoopback(ip) && isLoopback(hostname) && FORWARDING.every((name) => headers[name] === undefined);
