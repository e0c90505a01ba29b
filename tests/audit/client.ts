import { API_BASE } from '#contract/routes/routes.ts';

type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Upload {
  readonly bytes: Buffer;
  readonly name: string;
  readonly type: string;
}

export interface RequestContent {
  readonly query?: QueryParameters;
  readonly json?: unknown;
  /** Multipart fields, sent in this order. */
  readonly form?: Readonly<Record<string, string | Upload>>;
}

export class Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** Parsed body; null if the response is not JSON. */
  readonly json: unknown;

  constructor({ status, headers }: Response, bytes: Buffer) {
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
    this.json = this.type.includes('json') ? JSON.parse(bytes.toString('utf8')) : null;
  }

  get type(): string {
    return this.headers.get('content-type') ?? '';
  }

  /** Returns the value at a path of the JSON, such as `items.0.id`; undefined if it does not exist. */
  at(place: string): unknown {
    const propertyOf = (found: unknown, name: string) =>
      (found as Record<string, unknown> | undefined)?.[name];
    return place.split('.').reduce(propertyOf, this.json);
  }

  /** @throws if the value is not a string */
  text(place: string): string {
    const found = this.at(place);
    if (typeof found !== 'string') throw new TypeError(`no text at ${place}: ${JSON.stringify(this.json)}`);
    return found;
  }

  /** @throws if the value is not a list */
  list(place = 'items'): readonly Readonly<Record<string, unknown>>[] {
    const found = this.at(place);
    if (!Array.isArray(found)) throw new TypeError(`no list at ${place}: ${JSON.stringify(this.json)}`);
    return found as Readonly<Record<string, unknown>>[];
  }
}

function createFormData(form: NonNullable<RequestContent['form']>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form))
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value.bytes)], { type: value.type }), value.name);
  return data;
}

function encodeRequestContent({ json, form }: RequestContent): {
  body?: BodyInit;
  headers: Record<string, string>;
} {
  if (form) return { body: createFormData(form), headers: {} };
  if (json === undefined) return { headers: {} };
  return { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
}

function formatQuery(fields: QueryParameters = {}): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`;
}

/** HTTP client that knows only the base contract: JSON or forms, and the session cookie. */
export class BaseContractClient {
  readonly #origin: string;
  #cookie = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /**
   * Sends a call.
   * @param path below the base path
   * @param method GET by default
   */
  async call(path: string, sent: RequestContent = {}, method = 'GET'): Promise<Reply> {
    const { body, headers } = encodeRequestContent(sent);
    const answer = await fetch(`${this.#origin}${API_BASE}${path}${formatQuery(sent.query)}`, {
      method,
      headers: { ...headers, ...(this.#cookie && { cookie: this.#cookie }) },
      ...(body !== undefined && { body }),
    });
    this.#keepCookies(answer.headers);
    return new Reply(answer, Buffer.from(await answer.arrayBuffer()));
  }

  get = (path: string, query?: QueryParameters) => this.call(path, query ? { query } : {});
  post = (path: string, json?: unknown) => this.call(path, { json }, 'POST');
  put = (path: string, json?: unknown) => this.call(path, { json }, 'PUT');
  patch = (path: string, json?: unknown) => this.call(path, { json }, 'PATCH');
  remove = (path: string) => this.call(path, {}, 'DELETE');
  upload = (path: string, form: NonNullable<RequestContent['form']>) => this.call(path, { form }, 'POST');

  async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<Reply> {
    return this.post('/auth/login', { email, password });
  }

  #keepCookies(headers: Headers): void {
    const set = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    if (set.length > 0) this.#cookie = set.filter((cookie) => !cookie.endsWith('=')).join('; ');
  }
}
