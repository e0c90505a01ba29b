import { AwsV4Signer } from 'aws4fetch';
import { sha256OfFile } from '../store.ts';

/** A bucket, and who asks it. */
export interface S3Place {
  /** Scheme, host and port: the bucket is the first part of the path. */
  readonly endpoint: URL;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Of the object; without it the bucket itself. Letters, digits, '/', '.' and '-' only. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface S3Answer {
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Milliseconds and bytes. */
export interface AttemptLimits {
  /** How long nothing may come; what is sent has this and its own time at SLOWEST_LINE. */
  readonly idleMs: number;
  readonly answerMaxBytes: number;
}

/** Bytes a millisecond: a line to the store that is slower is taken for broken. */
export const SLOWEST_LINE = 250;
const ERROR_MAX_BYTES = 64_000;

/** A request that did not come to what it was for. Its message holds neither keys nor paths of files. */
export class S3Fault extends Error {
  override readonly name = 'S3Fault';
  /** Null where no whole answer came. */
  readonly status: number | null;
  /** S3's own ('NoSuchKey'), the system's ('ECONNREFUSED') or ours ('NO_ANSWER_IN_TIME'). */
  readonly code: string;

  constructor(status: number | null, code: string) {
    super(`S3: ${status ?? 'no answer'} ${code}`);
    this.status = status;
    this.code = code;
  }
}

const IDLE = 'NO_ANSWER_IN_TIME';
const OUT_OF_TIME = 'OUT_OF_TIME';
const TOO_LARGE = 'ANSWER_TOO_LARGE';

/** Statuses stand for the codes that an answer without a body cannot tell. */
const CODES: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'NotFound',
  507: 'InsufficientStorage',
};
const codeOf = (status: number, text: string): string =>
  /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? CODES[status] ?? `HTTP_${status}`;

/** Of what `fetch` throws: the system's word for it lies some causes deep. */
function networkCode(error: unknown): string {
  let code = 'BROKEN_CONNECTION';
  for (
    let fault: unknown = error, depth = 0;
    fault instanceof Error && depth < 4;
    fault = fault.cause, depth += 1
  )
    if ('code' in fault && typeof fault.code === 'string') code = fault.code;
  return code;
}

/** Ends what hangs: an attempt in which nothing moves, and all of them at the deadline. */
class Patience {
  readonly #controller = new AbortController();
  readonly #idle: NodeJS.Timeout;
  readonly signal: AbortSignal;

  constructor(idleMs: number, deadline: AbortSignal) {
    this.#idle = setTimeout(() => this.#controller.abort(), idleMs);
    this.signal = AbortSignal.any([this.#controller.signal, deadline]);
  }

  moved(): void {
    this.#idle.refresh();
  }

  end(): void {
    clearTimeout(this.#idle);
  }

  get code(): string | null {
    if (this.#controller.signal.aborted) return IDLE;
    return this.signal.aborted ? OUT_OF_TIME : null;
  }
}

async function readBody(response: Response, most: number, patience: Patience): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    patience.moved();
    length += chunk.byteLength;
    if (length > most) throw new S3Fault(response.status, TOO_LARGE);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Signed for this moment: an attempt that follows another is signed anew. */
async function signed(
  place: S3Place,
  { method, key, query = {}, headers, body }: S3Request,
): Promise<Request> {
  const url = new URL(`/${place.bucket}${key === undefined ? '' : `/${key}`}`, place.endpoint);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    // Without it the body would go unsigned, and one that was damaged on its way would be kept.
    headers: { ...headers, 'x-amz-content-sha256': await sha256OfFile(body ?? Buffer.alloc(0)) },
    accessKeyId: place.accessKeyId,
    secretAccessKey: place.secretAccessKey,
    region: place.region,
    service: 's3',
  });
  const parts = await signer.sign();
  // Not signed: what stands between may change it.
  parts.headers.set('accept-encoding', 'identity');
  return new Request(parts.url, {
    method,
    headers: parts.headers,
    // Elsewhere the signature would mean nothing, and the file would be somebody else's.
    redirect: 'manual',
    ...(body && { body: new Uint8Array(body) }),
  });
}

/**
 * Asks once. @param deadline after which nothing is waited for, whatever moves
 * @throws S3Fault for everything but a 2xx whose body came whole
 */
export async function attempt(
  place: S3Place,
  request: S3Request,
  limits: AttemptLimits,
  deadline: AbortSignal,
): Promise<S3Answer> {
  const message = await signed(place, request);
  const patience = new Patience(limits.idleMs + (request.body?.length ?? 0) / SLOWEST_LINE, deadline);
  try {
    const response = await fetch(message, { signal: patience.signal });
    patience.moved();
    const most = response.ok ? limits.answerMaxBytes : ERROR_MAX_BYTES;
    const body = await readBody(response, most, patience);
    if (!response.ok) throw new S3Fault(response.status, codeOf(response.status, body.toString('latin1')));
    return { headers: response.headers, body };
  } catch (error) {
    throw error instanceof S3Fault ? error : new S3Fault(null, patience.code ?? networkCode(error));
  } finally {
    patience.end();
  }
}
