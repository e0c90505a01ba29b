import { API_BASE, type Route, routes } from '#contract/routes/routes.ts';

/** Every address of the contract as a pattern; a parameter matches any text without a slash. */
const ADDRESSES = Object.values(routes).map(({ method, path }: Route) => ({
  method,
  pattern: new RegExp(`^${API_BASE}${path.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`),
}));

/**
 * Returns the methods that an address of the API supports; empty when the address does not exist. An address that supports GET
 * also supports HEAD.
 */
export function allowedMethods(url: string): string[] {
  const [path = ''] = url.split('?');
  const methods = ADDRESSES.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}
