import { isIPv4, isIPv6 } from 'node:net';

/** Written out with its leading zeros left away, `::` and dotted ends too: eight groups. */
function groupsOf(ip: string): string[] {
  const [address = ''] = ip.split('%');
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
}

const MAPPED = '0:0:0:0:0:ffff';

/** The two last groups of an address of IPv4 that is written as one of IPv6. */
const dotted = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');

/** A proxy may write the port behind the address, which differs with each connection. */
const withoutPort = (written: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(written)?.[1] ?? /^([\d.]+):\d+$/.exec(written)?.[1] ?? written;

/**
 * Whom to count attempts of: the address of IPv4, and the /64 of IPv6, of which one connection has more addresses than anybody
 * can count. Texts that are no address count together: one that a caller makes up brings no counter of its own.
 * @param written undefined when the connection is gone
 */
export function clientNetwork(written: string | undefined): string {
  const ip = withoutPort((written ?? '').trim());
  if (isIPv4(ip)) return ip;
  if (!isIPv6(ip)) return 'unknown';
  const groups = groupsOf(ip);
  if (groups.slice(0, 6).join(':') === MAPPED) return dotted(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

interface Sharer {
  readonly actor: { readonly userId: string } | null;
  readonly ip: string;
}

/** Whose share of what all have together is used: that of who is signed in, else of the network. */
export const sharerOf = ({ actor, ip }: Sharer): string => actor?.userId ?? clientNetwork(ip);
