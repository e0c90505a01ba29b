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
 * Returns true when the request seems to come from this machine: it was not forwarded, and it is addressed to a name of this
 * machine. With DNS rebinding (a host name that resolves to 127.0.0.1), the Host is that other name, so the request does not
 * count.
 */
export const isFromThisMachine = ({ headers, hostname, ip }: FastifyRequest): boolean =>
  isLoopback(ip) && isLoopback(hostname) && FORWARDING.every((name) => headers[name] === undefined);
