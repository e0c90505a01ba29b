import { deskRoutes } from '#contract/routes/desk-routes.ts';
import { API_BASE, type Route } from '#contract/routes/route.ts';
import type { RouteName, routes } from '#contract/routes/routes.ts';
import { HEADER } from '#contract/headers.ts';
import type { Refusal } from '#domain/outbox/item.ts';
import { APP_FAILED } from '#domain/outbox/outcome.ts';
import { parseJson } from '#domain/text/json.ts';
import type * as z from 'zod/mini';
import type { Answer, ContactNote } from './answer.ts';
import { errorAnswer, isPage } from './error-answer.ts';
import { encodeFileForm, type FileForm } from './file-form.ts';
import { LinkBroke, overLink, readBody } from './read-body.ts';

export { CALL_UNKNOWN } from './error-answer.ts';

const DEFAULT_TIMEOUT_MS = 15_000;
/** Many times the largest answer: an evaluation with every text at its limit. */
const MOST_JSON_BYTES = 16_000_000;
/** More than the largest attachment that a provider may be set to take. */
const MOST_FILE_BYTES = 128_000_000;

export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** A value to be written as JSON, JSON text to be sent to the letter, or a form. */
  readonly body?: FormData | JsonText | object;
  /** A form with a file, instead of `body`. */
  readonly upload?: FileForm;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** Nobody waits for it: calls of the page go first where both wait for a connection. */
  readonly isBackground?: boolean;
}

/** JSON that was written before and must travel byte for byte (S7). */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type BodyOf<Name extends RouteName> = (typeof routes)[Name]['answer'] extends z.ZodMiniType
  ? z.output<(typeof routes)[Name]['answer']>
  : null;

/** Calls that answer with a file. */
export type BytesRoute = {
  [Name in RouteName]: (typeof routes)[Name] extends { status: 200; answer: null } ? Name : never;
}[RouteName];

export interface Bytes {
  readonly bytes: ArrayBuffer;
  /** One of those that the caller takes. */
  readonly mime: string;
}

export interface Client {
  call<Name extends RouteName>(name: Name, input?: CallInput): Promise<Answer<BodyOf<Name>>>;
  /** A file of one of the MIME types in `accepts`; anything else that comes with success is foreign (S6). */
  callBytes(name: BytesRoute, accepts: readonly string[], input?: CallInput): Promise<Answer<Bytes>>;
}

/** A proof for one call, and which key made it. */
interface Proof {
  readonly header: string;
  readonly keyId: string;
}

/** A call that the provider refused before it did anything. */
interface RefusedProof {
  readonly refusal: Refusal;
  /** Null where the call had no proof. */
  readonly keyId: string | null;
  /** Milliseconds on the provider's clock, where it told them. */
  readonly providerTime: number | null;
}

/** Proves calls to be this device's (S26). */
export interface Proofs {
  /** Null where the device has no key; with `bindsKey` it gets one. */
  make(method: string, url: string, bindsKey: boolean): Promise<Proof | null>;
  /** Whether a call that was refused for its session or its proof is to be made once more. */
  isWorthAnother(refused: RefusedProof): Promise<boolean>;
}

interface Settings {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** Told of every contact or its absence, after the answer was judged. */
  readonly onContact: (note: ContactNote) => void;
  /** Told of a fault of this program, which is no answer to whoever asked. */
  readonly onFault: (error: unknown) => void;
  /** Without it calls carry the cookie alone. */
  readonly proofs?: Proofs;
}

/** `:name` is one segment; `*` is a path of its own, whose slashes stay. */
function pathOf(route: Route, params: CallInput['params']): string {
  const segment = (name: string) => encodeURIComponent(params?.[name] ?? '');
  const rest = () => (params?.['*'] ?? '').split('/').map(encodeURIComponent).join('/');
  return route.path.replace(/:(\w+)/g, (_all, name: string) => segment(name)).replace('*', rest);
}

function addressOf(route: Route, input: CallInput): string {
  const path = pathOf(route, input.params);
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

const typeOf = (response: Response): string => response.headers.get('content-type') ?? '';
const isJson = (response: Response) => /^application\/(\w+\+)?json\b/i.test(typeOf(response));

/** Null where it has no end in sight, which no answer of the provider's has. */
async function readText(response: Response): Promise<string | null> {
  const { bytes, isWhole } = await readBody(response, MOST_JSON_BYTES);
  return isWhole ? new TextDecoder().decode(bytes) : null;
}

/** The parsed body; undefined where the bytes are not the JSON that they claim to be. */
async function readJson(response: Response): Promise<unknown> {
  // Cut short or rewritten on the way: judged as foreign by whoever asked.
  return isJson(response) ? parseJson((await readText(response)) ?? '') : undefined;
}

/** What a route's success holds; undefined when it is not what was asked for (S6). */
type ReadBody<Body> = (response: Response) => Promise<Body | undefined>;

const jsonOf =
  <Body>(route: Route): ReadBody<Body> =>
  async (response) => {
    if (route.answer === null) return null as Body;
    const parsed = route.answer.safeParse(await readJson(response));
    return parsed.success ? (parsed.data as Body) : undefined;
  };

/** Whatever it says, the call was heard; a page is still something else's. */
const heardOf =
  <Body>({ answer }: Route): ReadBody<Body> =>
  async (response) => {
    const text = await readText(response);
    if (text === null || isPage(typeOf(response), text)) return undefined;
    if (answer === null) return null as Body;
    const parsed = answer.safeParse(parseJson(text));
    return (parsed.success ? parsed.data : {}) as Body;
  };

const bytesOf =
  (accepts: readonly string[]): ReadBody<Bytes> =>
  async (response) => {
    const mime = typeOf(response).split(';')[0]?.trim().toLowerCase() ?? '';
    if (!accepts.includes(mime)) return undefined;
    const { bytes, isWhole } = await readBody(response, MOST_FILE_BYTES);
    return isWhole ? { bytes: bytes.buffer, mime } : undefined;
  };

async function judgeResponse<Body>(
  route: Route,
  response: Response,
  now: number,
  read: ReadBody<Body>,
): Promise<Answer<Body>> {
  if (response.status === 304) return { type: 'not_modified' };
  if (response.type === 'opaqueredirect' || response.status < 200) return { type: 'foreign' };
  if (response.status >= 400) return errorAnswer(route, response, now);
  const isExpected = route.anySuccess ? response.ok : response.status === route.status;
  const body = isExpected ? await read(response) : undefined;
  if (body === undefined) return { type: 'foreign' };
  return { type: 'ok', status: response.status, body, headers: response.headers };
}

/** A fault of our own is no word about the network. */
const FAULT = {
  type: 'error',
  refusal: { status: 0, code: APP_FAILED, message: '', details: [] },
  retryAfter: null,
} as const;
const NO_ANSWER = { type: 'silence', cause: 'no_answer' } as const;

/** Fetch rejects with TimeoutError for our own time-out, and with a TypeError whose text differs by browser for the rest. */
function silenceOf({ cause: error }: LinkBroke): Answer<never> {
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
  return { type: 'silence', cause: timedOut ? 'timeout' : 'no_answer' };
}

function contactNote(
  answer: Answer<unknown>,
  exchange: Omit<ContactNote, 'reached' | 'cause' | 'providerNow'>,
  date: string | null,
): ContactNote {
  const providerNow = date === null ? Number.NaN : Date.parse(date);
  const cause = answer.type === 'silence' ? answer.cause : answer.type === 'foreign' ? 'portal' : null;
  const reached = cause === null;
  return {
    ...exchange,
    reached,
    cause,
    providerNow: reached && !Number.isNaN(providerNow) ? providerNow : null,
  };
}

const isOfDesk = (name: RouteName): name is keyof typeof deskRoutes => name in deskRoutes;

/** The desk's calls are here at once; those of other screens come with the first of them. Null where the link broke before. */
async function routeOf(name: RouteName): Promise<Route | null> {
  if (isOfDesk(name)) return deskRoutes[name];
  try {
    return (await import('#contract/routes/routes.ts')).routes[name];
  } catch {
    return null; // As if the call had met no answer.
  }
}

/** Nobody's session answers for a public call, but one that opens a session says by which key. */
const isProven = ({ access, bindsKey }: Route): boolean => access !== 'public' || bindsKey === true;

interface Attempt<Body> {
  readonly answer: Answer<Body>;
  readonly keyId: string | null;
  readonly providerTime: number | null;
}

/** 401, or a proof of another time. */
const refusesProof = ({ status, code }: Refusal): boolean => status === 401 || code === 'proof_stale';

export function createClient({ fetch, now, onContact, onFault, proofs }: Settings): Client {
  async function prove(route: Route, address: string): Promise<Proof | null> {
    if (!proofs || !isProven(route)) return null;
    const url = new URL(address, location.origin).href;
    return proofs.make(route.method, url, route.bindsKey === true);
  }
  async function attempt<Body>(route: Route, input: CallInput, read: ReadBody<Body>): Promise<Attempt<Body>> {
    const address = addressOf(route, input);
    const proof = await prove(route, address);
    const sentAt = now();
    let answer: Answer<Body>;
    let date: string | null = null;
    let status: number | null = null;
    let providerTime: number | null = null;
    try {
      const response = await overLink(fetch(address, requestInit(route, input, proof)));
      status = response.status;
      date = response.headers.get('date');
      const time = response.headers.get(HEADER.providerTime);
      providerTime = time !== null && /^\d{1,15}$/.test(time) ? Number(time) : null;
      answer = await judgeResponse(route, response, now(), read);
    } catch (error) {
      if (!(error instanceof LinkBroke)) {
        onFault(error);
        return { answer: FAULT, keyId: proof?.keyId ?? null, providerTime };
      }
      answer = silenceOf(error);
    }
    const isFile = route.status === 200 && route.answer === null;
    const carriedFile = isFile || input.upload !== undefined || input.body instanceof FormData;
    onContact(contactNote(answer, { sentAt, answeredAt: now(), status, carriedFile }, date));
    return { answer, keyId: proof?.keyId ?? null, providerTime };
  }
  /** A proof that a clock made too old, or a key that another window has replaced, ends no session: the provider did nothing yet. */
  async function exchange<Body>(route: Route, input: CallInput, read: ReadBody<Body>): Promise<Answer<Body>> {
    const { answer, ...told } = await attempt(route, input, read);
    if (!proofs || answer.type !== 'error' || !isProven(route) || !refusesProof(answer.refusal))
      return answer;
    const again = await proofs.isWorthAnother({ refusal: answer.refusal, ...told });
    return again ? (await attempt(route, input, read)).answer : answer;
  }
  return {
    async call<Name extends RouteName>(name: Name, input: CallInput = {}) {
      const route = await routeOf(name);
      if (!route) return NO_ANSWER;
      return exchange(route, input, (route.anySuccess ? heardOf : jsonOf)<BodyOf<Name>>(route));
    },
    async callBytes(name, accepts, input = {}) {
      const route = await routeOf(name);
      if (!route) return NO_ANSWER;
      const headers = { accept: [...accepts, 'application/json'].join(', '), ...input.headers };
      return exchange(route, { ...input, headers }, bytesOf(accepts));
    },
  };
}
