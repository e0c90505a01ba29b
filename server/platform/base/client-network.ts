import { isIPv4, isIPv6 } from 'node:net';

/** Returns the eight groups of an IPv6 address without leading zeros. Expands `::` and an IPv4 address at the end. */
function ipv6GroupsOf(ip: string): string[] {
  const [address = ''] = ip.split('%');
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
}

const IPV4_MAPPED_PREFIX = '0:0:0:0:0:ffff';

const formatIpv4 = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');

/** Removes the port, which some proxies append to the address and which differs with each connection. */
const removePort = (written: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(written)?.[1] ?? /^([\d.]+):\d+$/.exec(written)?.[1] ?? written;

/**
 * Returns the network under which attempts are counted: the IPv4 address, or the /64 of an IPv6 address, because one IPv6
 * connection has practically unlimited addresses. All invalid addresses share one counter, so that a caller cannot get a new
 * counter by inventing an address.
 * @param written address of the caller; undefined when the connection is closed
 */
export function clientNetwork(written: string | undefined): string {
  const ip = removePort((written ?? '').trim());
  if (isIPv4(ip)) return ip;
  if (!isIPv6(ip)) return 'unknown';
  const groups = ipv6GroupsOf(ip);
  if (groups.slice(0, 6).join(':') === IPV4_MAPPED_PREFIX) return formatIpv4(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

interface CallerIdentity {
  readonly actor: { readonly userId: string } | null;
  readonly ip: string;
}

/**
 * Returns the key under which a caller's use of a shared limit is counted: the user id, or the network of a caller who is not
 * signed in.
 */
export const limitKeyOf = ({ actor, ip }: CallerIdentity): string => actor?.userId ?? clientNetwork(ip);
