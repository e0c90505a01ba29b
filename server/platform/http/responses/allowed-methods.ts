import { API_BASE, type Route, routes } from '#contract/routes/routes.ts';

const ROUTE_PATTERNS = Object.values(routes).map(({ method, path }: Route) => ({
  method,
  pattern: new RegExp(`^${API_BASE}${path.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`),
}));

/**
 * Returns the methods that an address of the API supports; empty when the address does not exist. An address with GET also
 * supports HEAD.
 */
export function allowedMethods(url: string): string[] {
  const [path = ''] = url.split('?');
  const methods = ROUTE_PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}
