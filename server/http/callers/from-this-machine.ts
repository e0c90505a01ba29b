import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../base/loopback.ts';

/** What a proxy or a tunnel adds on the way. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * True when a request shows no sign of having come from elsewhere: nothing passed it on, and it is addressed to this
 * machine by an own name. A page of somebody else's name that leads to 127.0.0.1 (DNS rebinding) has that name as Host.
 */
export const isFromThisMachine = ({ headers, hostname, ip }: FastifyRequest): boolean =>
  isLoopback(ip) && isLoopback(hostname) && FORWARDING.every((name) => headers[name] === undefined);
