import { receptionRoutes } from '#contract/routes/reception-routes.ts';
import { API_BASE, type Route } from '#contract/routes/definition/route.ts';
import type { RouteName, routes } from '#contract/routes/routes.ts';
import type { Rejection } from '#domain/outbox/item.ts';
import { tryParseJson } from '#domain/text/json.ts';
import type * as z from 'zod/mini';
import type { ApiResponse } from './response.ts';
import { isHtmlPage } from './error-response.ts';
import { readResponseFile, readResponseText } from './read-body.ts';
import type { BodyReader, RequestContent, Transport } from './transport.ts';

export { CALL_UNKNOWN_CODE } from './error-response.ts';

export interface CallInput extends RequestContent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
}

type ResponseBodyOf<Name extends RouteName> = (typeof routes)[Name]['answer'] extends z.ZodMiniType
  ? z.output<(typeof routes)[Name]['answer']>
  : null;

type BytesRouteName = {
  [Name in RouteName]: (typeof routes)[Name] extends { status: 200; answer: null } ? Name : never;
}[RouteName];

export interface FileResponse {
  readonly bytes: ArrayBuffer;
  readonly mime: string;
}

/** Typed calls of the contract. `Name`: routes that the client may call. */
export interface ApiClient<Name extends RouteName> {
  readonly call: <Called extends Name>(
    name: Called,
    input?: CallInput,
  ) => Promise<ApiResponse<ResponseBodyOf<Called>>>;
  /** Fetches a file with a MIME type in `accepts`. Any other success is an unexpected response (S6). */
  readonly callBytes: (
    name: BytesRouteName,
    accepts: readonly string[],
    input?: CallInput,
  ) => Promise<ApiResponse<FileResponse>>;
}

/** Effects of the user's session on calls. */
export interface SessionRules {
  /** Returns true if no request may be sent. The caller gets a missing response. */
  readonly isClosed: () => Promise<boolean>;
  /** Runs after each response with an error, before the caller gets it. */
  readonly onRejection: (refusal: Rejection) => Promise<void>;
}

/** Returns the path of a route: `:name` is replaced by one encoded segment, `*` by a path that keeps its slashes. */
function routePathOf(route: Route, params: CallInput['params']): string {
  const segment = (name: string) => encodeURIComponent(params?.[name] ?? '');
  const rest = () => (params?.['*'] ?? '').split('/').map(encodeURIComponent).join('/');
  return route.path.replace(/:(\w+)/g, (_all, name: string) => segment(name)).replace('*', rest);
}

function buildRequestUrl(route: Route, input: CallInput): string {
  const path = routePathOf(route, input.params);
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `${API_BASE}${path}${given.length > 0 ? `?${query.toString()}` : ''}`;
}

const contentTypeOf = (response: Response): string => response.headers.get('content-type') ?? '';
const isJsonResponse = (response: Response) => /^application\/(\w+\+)?json\b/i.test(contentTypeOf(response));

async function readJson(response: Response): Promise<unknown> {
  return isJsonResponse(response) ? tryParseJson((await readResponseText(response)) ?? '') : undefined;
}

const createJsonReader =
  <Body>(route: Route): BodyReader<Body> =>
  async (response) => {
    if (route.answer === null) return null as Body;
    const parsed = route.answer.safeParse(await readJson(response));
    return parsed.success ? (parsed.data as Body) : undefined;
  };

/** Reads the body of a call that accepts any success; undefined for an HTML page, which does not come from the server. */
const createLenientReader =
  <Body>({ answer: reply }: Route): BodyReader<Body> =>
  async (response) => {
    const text = await readResponseText(response);
    if (text === null || isHtmlPage(contentTypeOf(response), text)) return undefined;
    if (reply === null) return null as Body;
    const parsed = reply.safeParse(tryParseJson(text));
    return (parsed.success ? parsed.data : {}) as Body;
  };

const createBytesReader =
  (accepts: readonly string[]): BodyReader<FileResponse> =>
  async (response) => {
    const mime = contentTypeOf(response).split(';')[0]?.trim().toLowerCase() ?? '';
    if (!accepts.includes(mime)) return undefined;
    const bytes = await readResponseFile(response);
    return bytes === null ? undefined : { bytes, mime };
  };

const isReceptionCall = (name: RouteName): name is keyof typeof receptionRoutes => name in receptionRoutes;

/** Returns the route of a call; null if loading it fails. Only the routes of reception are in the first bundle. */
async function loadRoute(name: RouteName): Promise<Route | null> {
  if (isReceptionCall(name)) return receptionRoutes[name];
  try {
    return (await import('#contract/routes/routes.ts')).routes[name];
  } catch {
    return null; // The caller treats null as a missing response.
  }
}

const NO_RESPONSE = { type: 'silence', cause: 'no_answer' } as const;

/** Creates the calls over a transport. Without `session`, the session neither blocks the calls nor ends by their responses. */
export function createApiClient<Name extends RouteName>(
  send: Transport,
  session?: SessionRules,
): ApiClient<Name> {
  async function request<Body>(
    name: RouteName,
    input: CallInput,
    readerFor: (route: Route) => BodyReader<Body>,
  ): Promise<ApiResponse<Body>> {
    if (await session?.isClosed()) return NO_RESPONSE;
    const route = await loadRoute(name);
    if (!route) return NO_RESPONSE;
    const address = buildRequestUrl(route, input);
    const response = await send({ ...input, route, address, read: readerFor(route) });
    if (response.type === 'error') await session?.onRejection(response.refusal);
    return response;
  }
  return {
    call: <Called extends Name>(name: Called, input: CallInput = {}) =>
      request(name, input, (route) =>
        (route.anySuccess ? createLenientReader : createJsonReader)<ResponseBodyOf<Called>>(route),
      ),
    callBytes: (name, accepts, input = {}) => {
      const headers = { accept: [...accepts, 'application/json'].join(', '), ...input.headers };
      return request(name, { ...input, headers }, () => createBytesReader(accepts));
    },
  };
}
