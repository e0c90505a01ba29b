import { API_BASE, type Route, routes } from '#contract/routes/routes.ts';

/** Every address of the contract; a parameter stands for anything but a slash. */
const ADDRESSES = Object.values(routes).map(({ method, path }: Route) => ({
  method,
  pattern: new RegExp(`^${API_BASE}${path.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`),
}));

/** The methods that an address of the API is there for; none where nothing is. GET brings HEAD with it. */
export function allowedMethods(url: string): string[] {
  const [path = ''] = url.split('?');
  const methods = ADDRESSES.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}
