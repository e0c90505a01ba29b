/** Returns whether a host name or address, plain or as written in a URL, is reachable from this machine only. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
