/**
 * Returns true if a host name or address can be reached from this machine only. Accepts an IPv6 address with and without the
 * brackets that it has in a URL.
 */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
