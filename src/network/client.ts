import { receptionRoutes } from '#contract/routes/reception-routes.ts';
import { API_BASE, type Route } from '#contract/routes/route.ts';
import type { RouteName, routes } from '#contract/routes/routes.ts';
import { HEADER } from '#contract/headers.ts';
import type { Rejection } from '#domain/outbox/item.ts';
import { APP_FAILED_CODE } from '#domain/outbox/outcome.ts';
import { tryParseJson } from '#domain/text/json.ts';
import type * as z from 'zod/mini';
import type { ApiResponse, ContactResult } from './response.ts';
import { parseErrorResponse, isHtmlPage } from './error-response.ts';
import { encodeFileForm, type FileForm } from './file-form.ts';
import { ConnectionLost, convertConnectionErrors, readBody } from './read-body.ts';

export { CALL_UNKNOWN_CODE } from './error-response.ts';

const DEFAULT_TIMEOUT_MS = 15_000;
/** Maximum size of a JSON response: many times the largest one, an evaluation with every text at its limit. */
const JSON_RESPONSE_MAX_BYTES = 16_000_000;
/** Maximum size of a file, larger than any attachment limit that a server can have. */
const FILE_RESPONSE_MAX_BYTES = 128_000_000;

export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: FormData | JsonText | object;
  readonly upload?: FileForm;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** True if no user waits for the response; other calls of the page then have priority. */
  readonly isBackground?: boolean;
}

/** Serialized JSON that is sent byte for byte (S7). */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type ResponseBodyOf<Name extends RouteName> = (typeof routes)[Name]['answer'] extends z.ZodMiniType
  ? z.output<(typeof routes)[Name]['answer']>
  : null;

export type BytesRouteName = {
  [Name in RouteName]: (typeof routes)[Name] extends { status: 200; answer: null } ? Name : never;
}[RouteName];

export interface FileResponse {
  readonly bytes: ArrayBuffer;
  readonly mime: string;
}

export interface ApiClient {
  call<Name extends RouteName>(name: Name, input?: CallInput): Promise<ApiResponse<ResponseBodyOf<Name>>>;
  /** Fetches a file with a MIME type in `accepts`. Any other success is an unexpected response (S6). */
  callBytes(
    name: BytesRouteName,
    accepts: readonly string[],
    input?: CallInput,
  ): Promise<ApiResponse<FileResponse>>;
}

interface Proof {
  readonly header: string;
  readonly keyId: string;
}

/** Error response to a call that the server has not executed, because it rejected the proof. */
interface ProofRejection {
  readonly refusal: Rejection;
  readonly keyId: string | null;
  /** Time of the response by the server's clock, ms since the epoch; null if the response does not state it. */
  readonly providerTime: number | null;
}

/** Creates proofs that calls come from this device (S26). */
export interface ProofMaker {
  /** Creates a proof; null if the device has no key. With `bindsKey`, a missing key is created. */
  make(method: string, url: string, bindsKey: boolean): Promise<Proof | null>;
  /** Returns true if the rejected call should be repeated once with a new proof. */
  isRetryUseful(refused: ProofRejection): Promise<boolean>;
}

interface ApiClientSettings {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly onContact: (note: ContactResult) => void;
  readonly onFault: (error: unknown) => void;
  /** Proofs for the calls; if absent, calls have only the session cookie. */
  readonly proofs?: ProofMaker;
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

function requestInit(route: Route, input: CallInput, proof: Proof | null): RequestInit {
  const headers = new Headers({ accept: 'application/json', ...input.headers });
  if (proof) headers.set(HEADER.proof, proof.header);
  const init: RequestInit = {
    method: route.method,
    headers,
    credentials: 'same-origin',
    redirect: 'manual',
    cache: 'no-store',
  };
  init.signal = AbortSignal.timeout(input.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  if (input.isBackground) init.priority = 'low';
  if (input.upload) {
    const form = encodeFileForm(input.upload);
    headers.set('content-type', form.type);
    return { ...init, body: form.bytes };
  }
  if (input.body === undefined) return init;
  if (input.body instanceof FormData) return { ...init, body: input.body };
  headers.set('content-type', 'application/json');
  return { ...init, body: input.body instanceof JsonText ? input.body.text : JSON.stringify(input.body) };
}

const contentTypeOf = (response: Response): string => response.headers.get('content-type') ?? '';
const isJsonResponse = (response: Response) => /^application\/(\w+\+)?json\b/i.test(contentTypeOf(response));

/** Returns the text of the body; null if it exceeds the size limit, because the server sends no such body. */
async function readTextWithinLimit(response: Response): Promise<string | null> {
  const { bytes, isWhole } = await readBody(response, JSON_RESPONSE_MAX_BYTES);
  return isWhole ? new TextDecoder().decode(bytes) : null;
}

async function readJson(response: Response): Promise<unknown> {
  return isJsonResponse(response) ? tryParseJson((await readTextWithinLimit(response)) ?? '') : undefined;
}

/** Reads the body of a success response; undefined if the body is not the expected one (S6). */
type BodyReader<Body> = (response: Response) => Promise<Body | undefined>;

const jsonBody =
  <Body>(route: Route): BodyReader<Body> =>
  async (response) => {
    if (route.answer === null) return null as Body;
    const parsed = route.answer.safeParse(await readJson(response));
    return parsed.success ? (parsed.data as Body) : undefined;
  };

/** Reads the body of a call that accepts any success; undefined for an HTML page, which does not come from the server. */
const lenientBody =
  <Body>({ answer: reply }: Route): BodyReader<Body> =>
  async (response) => {
    const text = await readTextWithinLimit(response);
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
    const { bytes, isWhole } = await readBody(response, FILE_RESPONSE_MAX_BYTES);
    return isWhole ? { bytes: bytes.buffer, mime } : undefined;
  };

async function toResponse<Body>(
  route: Route,
  response: Response,
  now: number,
  read: BodyReader<Body>,
): Promise<ApiResponse<Body>> {
  if (response.status === 304) return { type: 'not_modified' };
  if (response.type === 'opaqueredirect' || response.status < 200) return { type: 'foreign' };
  if (response.status >= 400) return parseErrorResponse(route, response, now);
  const isExpected = route.anySuccess ? response.ok : response.status === route.status;
  const body = isExpected ? await read(response) : undefined;
  if (body === undefined) return { type: 'foreign' };
  return { type: 'ok', status: response.status, body, headers: response.headers };
}

const APP_FAULT_RESPONSE = {
  type: 'error',
  refusal: { status: 0, code: APP_FAILED_CODE, message: '', details: [] },
  retryAfter: null,
} as const;
const NO_RESPONSE = { type: 'silence', cause: 'no_answer' } as const;

/**
 * Converts an error of `fetch`. Our timeout is a TimeoutError; all other failures are a TypeError, whose text depends on the
 * browser.
 */
function toNoResponse({ cause: error }: ConnectionLost): ApiResponse<never> {
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
  return { type: 'silence', cause: timedOut ? 'timeout' : 'no_answer' };
}

function createContactResult(
  reply: ApiResponse<unknown>,
  exchange: Omit<ContactResult, 'reached' | 'cause' | 'providerNow'>,
  date: string | null,
): ContactResult {
  const providerNow = date === null ? Number.NaN : Date.parse(date);
  const cause = reply.type === 'silence' ? reply.cause : reply.type === 'foreign' ? 'portal' : null;
  const reached = cause === null;
  return {
    ...exchange,
    reached,
    cause,
    providerNow: reached && !Number.isNaN(providerNow) ? providerNow : null,
  };
}

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

/**
 * Returns true if the call has a proof: every call within a session, and a public call that opens a session for the device key.
 */
const needsProof = ({ access, bindsKey }: Route): boolean => access !== 'public' || bindsKey === true;

/** Returns true if the call uploads a file or its response is a file. */
const carriesFile = ({ status, answer }: Route, { upload, body }: CallInput): boolean =>
  (status === 200 && answer === null) || upload !== undefined || body instanceof FormData;

interface Attempt<Body> {
  readonly answer: ApiResponse<Body>;
  readonly keyId: string | null;
  readonly providerTime: number | null;
}

const isProofError = ({ status, code }: Rejection): boolean => status === 401 || code === 'proof_stale';

export function createApiClient({ fetch, now, onContact, onFault, proofs }: ApiClientSettings): ApiClient {
  async function prove(route: Route, address: string): Promise<Proof | null> {
    if (!proofs || !needsProof(route)) return null;
    const url = new URL(address, location.origin).href;
    return proofs.make(route.method, url, route.bindsKey === true);
  }
  async function attempt<Body>(
    route: Route,
    input: CallInput,
    read: BodyReader<Body>,
  ): Promise<Attempt<Body>> {
    const address = buildRequestUrl(route, input);
    const proof = await prove(route, address);
    const sentAt = now();
    let reply: ApiResponse<Body>;
    let date: string | null = null;
    let status: number | null = null;
    let serverTime: number | null = null;
    try {
      const response = await convertConnectionErrors(fetch(address, requestInit(route, input, proof)));
      status = response.status;
      date = response.headers.get('date');
      const time = response.headers.get(HEADER.providerTime);
      serverTime = time !== null && /^\d{1,15}$/.test(time) ? Number(time) : null;
      reply = await toResponse(route, response, now(), read);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) {
        onFault(error);
        return { answer: APP_FAULT_RESPONSE, keyId: proof?.keyId ?? null, providerTime: serverTime };
      }
      reply = toNoResponse(error);
    }
    const carriedFile = carriesFile(route, input);
    onContact(createContactResult(reply, { sentAt, answeredAt: now(), status, carriedFile }, date));
    return { answer: reply, keyId: proof?.keyId ?? null, providerTime: serverTime };
  }
  /**
   * Repeats the call once if the server rejected the proof, because the clock is wrong or another window has replaced the key.
   * The repetition is safe, because the server has not executed the call.
   */
  async function exchange<Body>(
    route: Route,
    input: CallInput,
    read: BodyReader<Body>,
  ): Promise<ApiResponse<Body>> {
    const { answer: reply, ...told } = await attempt(route, input, read);
    if (!proofs || reply.type !== 'error' || !needsProof(route) || !isProofError(reply.refusal)) return reply;
    const again = await proofs.isRetryUseful({ refusal: reply.refusal, ...told });
    return again ? (await attempt(route, input, read)).answer : reply;
  }
  return {
    async call<Name extends RouteName>(name: Name, input: CallInput = {}) {
      const route = await loadRoute(name);
      if (!route) return NO_RESPONSE;
      return exchange(route, input, (route.anySuccess ? lenientBody : jsonBody)<ResponseBodyOf<Name>>(route));
    },
    async callBytes(name, accepts, input = {}) {
      const route = await loadRoute(name);
      if (!route) return NO_RESPONSE;
      const headers = { accept: [...accepts, 'application/json'].join(', '), ...input.headers };
      return exchange(route, { ...input, headers }, createBytesReader(accepts));
    },
  };
}
