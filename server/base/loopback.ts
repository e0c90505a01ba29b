/** True for an address or name that only this machine reaches, as it is or as it stands in a URL. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
