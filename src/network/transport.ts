import { HEADER } from '#contract/headers.ts';
import type { Route } from '#contract/routes/definition/route.ts';
import type { Rejection } from '#domain/outbox/item.ts';
import { APP_FAILED_CODE } from '#domain/outbox/outcome.ts';
import type { ApiResponse, ContactResult } from './response.ts';
import { parseErrorResponse } from './error-response.ts';
import { encodeFileForm, type FileForm } from './file-form.ts';
import { ConnectionLost, convertConnectionErrors } from './read-body.ts';

const DEFAULT_TIMEOUT_MS = 15_000;

/** Body, headers and time limit of a request. */
export interface RequestContent {
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

interface TransportSettings {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly onContact: (note: ContactResult) => void;
  readonly onFault: (error: unknown) => void;
  /** Proofs for the calls; if absent, calls have only the session cookie. */
  readonly proofs?: ProofMaker;
}

/** Reads the body of a success response; undefined if the body is not the expected one (S6). */
export type BodyReader<Body> = (response: Response) => Promise<Body | undefined>;

interface OutgoingRequest<Body> extends RequestContent {
  readonly route: Route;
  /** Path of the request with its query. */
  readonly address: string;
  readonly read: BodyReader<Body>;
}

/**
 * Sends one request. Every outcome is a value: a network failure, a response that is not the server's, an error response and a
 * bug of the app have codes.
 */
export type Transport = <Body>(request: OutgoingRequest<Body>) => Promise<ApiResponse<Body>>;

function requestInit(
  { route, headers: given, body, upload, timeoutMs, isBackground }: OutgoingRequest<unknown>,
  proof: Proof | null,
): RequestInit {
  const headers = new Headers({ accept: 'application/json', ...given });
  if (proof) headers.set(HEADER.proof, proof.header);
  const init: RequestInit = {
    method: route.method,
    headers,
    credentials: 'same-origin',
    redirect: 'manual',
    cache: 'no-store',
  };
  init.signal = AbortSignal.timeout(timeoutMs ?? DEFAULT_TIMEOUT_MS);
  if (isBackground) init.priority = 'low';
  if (upload) {
    const form = encodeFileForm(upload);
    headers.set('content-type', form.type);
    return { ...init, body: form.bytes };
  }
  if (body === undefined) return init;
  if (body instanceof FormData) return { ...init, body };
  headers.set('content-type', 'application/json');
  return { ...init, body: body instanceof JsonText ? body.text : JSON.stringify(body) };
}

/** Returns the size of a request body in bytes, of a form without its headers; undefined without a body. */
function bodySizeOf(body: RequestInit['body']): number | undefined {
  if (typeof body === 'string') return new Blob([body]).size;
  if (body instanceof FormData) return new Blob([...body.values()]).size;
  return ArrayBuffer.isView(body) || body instanceof ArrayBuffer ? body.byteLength : undefined;
}

/** Adds the size of the request to a 413, which usually comes from a proxy that names no limit. */
const withSentSize = <Body>(reply: ApiResponse<Body>, { body }: RequestInit): ApiResponse<Body> =>
  reply.type === 'error' && reply.refusal.status === 413
    ? { ...reply, refusal: { ...reply.refusal, sentBytes: bodySizeOf(body) } }
    : reply;

async function toApiResponse<Body>(
  { route, read }: OutgoingRequest<Body>,
  response: Response,
  now: number,
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

/**
 * Converts an error of `fetch`. Our timeout is a TimeoutError; all other failures are a TypeError, whose text depends on the
 * browser.
 */
function toNoResponse({ cause: error }: ConnectionLost): ApiResponse<never> {
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
  return { type: 'silence', cause: timedOut ? 'timeout' : 'no_answer' };
}

function createContactResult(
  { route, upload, body }: OutgoingRequest<unknown>,
  response: Response | null,
  reply: ApiResponse<unknown>,
  times: Pick<ContactResult, 'sentAt' | 'answeredAt'>,
): ContactResult {
  const cause = reply.type === 'silence' ? reply.cause : reply.type === 'foreign' ? 'portal' : null;
  const providerNow = cause === null ? Date.parse(response?.headers.get('date') ?? '') : Number.NaN;
  const isFile = route.status === 200 && route.answer === null;
  return {
    ...times,
    cause,
    providerNow: Number.isNaN(providerNow) ? null : providerNow,
    status: response?.status ?? null,
    carriedFile: isFile || upload !== undefined || body instanceof FormData,
  };
}

/**
 * Returns true if the call has a proof: every call within a session, and a public call that opens a session for the device key.
 */
const needsProof = ({ access, bindsKey }: Route): boolean => access !== 'public' || bindsKey === true;

interface Attempt<Body> {
  readonly answer: ApiResponse<Body>;
  readonly keyId: string | null;
  readonly providerTime: number | null;
}

const mayBeProofError = ({ status, code }: Rejection): boolean => status === 401 || code === 'proof_stale';

export function createTransport({ fetch, now, onContact, onFault, proofs }: TransportSettings): Transport {
  async function prove({ route, address }: OutgoingRequest<unknown>): Promise<Proof | null> {
    if (!proofs || !needsProof(route)) return null;
    const url = new URL(address, location.origin).href;
    return proofs.make(route.method, url, route.bindsKey === true);
  }
  async function attempt<Body>(request: OutgoingRequest<Body>): Promise<Attempt<Body>> {
    const proof = await prove(request);
    const sentAt = now();
    let response: Response | null = null;
    let reply: ApiResponse<Body>;
    try {
      const init = requestInit(request, proof);
      response = await convertConnectionErrors(fetch(request.address, init));
      reply = withSentSize(await toApiResponse(request, response, now()), init);
    } catch (error) {
      if (error instanceof ConnectionLost) reply = toNoResponse(error);
      else {
        onFault(error);
        reply = APP_FAULT_RESPONSE;
      }
    }
    if (reply !== APP_FAULT_RESPONSE)
      onContact(createContactResult(request, response, reply, { sentAt, answeredAt: now() }));
    const time = response?.headers.get(HEADER.providerTime) ?? '';
    const providerTime = /^\d{1,15}$/.test(time) ? Number(time) : null;
    return { answer: reply, keyId: proof?.keyId ?? null, providerTime };
  }
  /**
   * Repeats the request once if the server rejected the proof, because the clock is wrong or another window has replaced the
   * key. The repetition is safe, because the server has not executed the call.
   */
  return async (request) => {
    const { answer: reply, ...facts } = await attempt(request);
    if (!proofs || reply.type !== 'error' || !needsProof(request.route) || !mayBeProofError(reply.refusal))
      return reply;
    const again = await proofs.isRetryUseful({ refusal: reply.refusal, ...facts });
    return again ? (await attempt(request)).answer : reply;
  };
}
