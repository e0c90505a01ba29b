import type { LightMyRequestResponse } from 'fastify';
import { API_BASE, type Route, type RouteName, routes } from '#contract/routes/routes.ts';
import { CODES_OUTSIDE_CALLS, errorCodesOf } from '#server/openapi/codes.ts';
import { callDescriptions } from '#server/openapi/calls/all.ts';
import { ErrorBody } from '#contract/errors.ts';

const DESCRIBED_CALLS = (Object.entries(routes) as [RouteName, Route][]).map(([name, route]) => ({
  name,
  method: route.method as string,
  pattern: new RegExp(`^${API_BASE}${route.path.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`),
  codes: new Set([...errorCodesOf(route, callDescriptions[name]), ...CODES_OUTSIDE_CALLS]),
}));

const findDescribedCall = (method: string, url: string) => {
  const [path = ''] = url.split('?');
  return DESCRIBED_CALLS.find((call) => call.method === method && call.pattern.test(path));
};

type ResponseToCheck = Pick<LightMyRequestResponse, 'statusCode' | 'json'>;

/**
 * Checks that the OpenAPI document lists the error code of a response. All calls of these tests run this check.
 * @throws when the document does not list the code for the call
 */
export function requireDescribedErrorCode(method: string, url: string, reply: ResponseToCheck): void {
  const call = findDescribedCall(method, url);
  if (!call || reply.statusCode < 400) return;
  const { code } = ErrorBody.parse(reply.json());
  if (!call.codes.has(code))
    throw new Error(`The description of ${call.name} does not name ${reply.statusCode} ${code}`);
}
