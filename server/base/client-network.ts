import { isIPv6 } from 'node:net';

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

/**
 * Whom to count attempts of: the address of IPv4, and the /64 of IPv6, of which one connection has more addresses than anybody
 * can count. What is neither, as a proxy may write it, stays what it is.
 */
export function clientNetwork(ip: string): string {
  if (!isIPv6(ip)) return ip;
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
