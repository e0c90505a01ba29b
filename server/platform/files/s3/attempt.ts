import { AwsV4Signer } from 'aws4fetch';
import { sha256InPieces } from '../store.ts';

export interface S3Location {
  /** Scheme, host and port of the store. The bucket's name is the first segment of the path. */
  readonly endpoint: URL;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Key of the object; absent for a request on the bucket itself. Contains only letters, digits, '/', '.' and '-'. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface S3Response {
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface S3AttemptLimits {
  /**
   * Maximum time without progress, ms. While a body is sent, the limit is extended by the time that the body takes at the
   * minimum speed.
   */
  readonly idleMs: number;
  readonly answerMaxBytes: number;
}

/** Minimum speed of a connection to the store, in bytes per millisecond. A slower connection is treated as broken. */
export const MIN_BYTES_PER_MS = 250;
const S3_ERROR_BODY_MAX_BYTES = 64_000;

/** Error of a failed request. The message contains neither keys nor paths of files. */
export class S3Fault extends Error {
  override readonly name = 'S3Fault';
  /** HTTP status; null when no complete response arrived. */
  readonly status: number | null;
  /** Error code of S3 ('NoSuchKey'), of the operating system ('ECONNREFUSED') or of this program ('NO_ANSWER_IN_TIME'). */
  readonly code: string;

  constructor(status: number | null, code: string) {
    super(`S3: ${status ?? 'no response'} ${code}`);
    this.status = status;
    this.code = code;
  }
}

const NO_PROGRESS_CODE = 'NO_ANSWER_IN_TIME';
const TIMEOUT_CODE = 'OUT_OF_TIME';
const TOO_LARGE_CODE = 'ANSWER_TOO_LARGE';

const CODE_PER_STATUS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'NotFound',
  507: 'InsufficientStorage',
};
const s3ErrorCodeOf = (status: number, text: string): string =>
  /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? CODE_PER_STATUS[status] ?? `HTTP_${status}`;

/** Returns the error code of the operating system. `fetch` nests that error in several other errors. */
function networkErrorCodeOf(error: unknown): string {
  let code = 'BROKEN_CONNECTION';
  for (
    let fault: unknown = error, depth = 0;
    fault instanceof Error && depth < 4;
    fault = fault.cause, depth += 1
  )
    if ('code' in fault && typeof fault.code === 'string') code = fault.code;
  return code;
}

/** Aborts an attempt that makes no progress, or that has not ended at the deadline. */
class AttemptTimeout {
  readonly #controller = new AbortController();
  readonly #idle: NodeJS.Timeout;
  readonly signal: AbortSignal;

  constructor(idleMs: number, deadline: AbortSignal) {
    this.#idle = setTimeout(() => this.#controller.abort(), idleMs);
    this.signal = AbortSignal.any([this.#controller.signal, deadline]);
  }

  onProgress(): void {
    this.#idle.refresh();
  }

  end(): void {
    clearTimeout(this.#idle);
  }

  get code(): string | null {
    if (this.#controller.signal.aborted) return NO_PROGRESS_CODE;
    return this.signal.aborted ? TIMEOUT_CODE : null;
  }
}

async function readS3Body(response: Response, most: number, patience: AttemptTimeout): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    patience.onProgress();
    length += chunk.byteLength;
    if (length > most) throw new S3Fault(response.status, TOO_LARGE_CODE);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Builds and signs a request. The signature contains the current time, so each attempt must be signed again. */
async function createSignedRequest(
  place: S3Location,
  { method, key, query = {}, headers, body }: S3Request,
): Promise<Request> {
  const url = new URL(`/${place.bucket}${key === undefined ? '' : `/${key}`}`, place.endpoint);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    // The signature covers the body because of this header. Without the header, the store would accept a body that was damaged
    // in transit.
    headers: { ...headers, 'x-amz-content-sha256': await sha256InPieces(body ?? Buffer.alloc(0)) },
    accessKeyId: place.accessKeyId,
    secretAccessKey: place.secretAccessKey,
    region: place.region,
    service: 's3',
  });
  const parts = await signer.sign();
  // Set after signing, because intermediaries may change this header, and a change of a signed header makes the signature
  // invalid.
  parts.headers.set('accept-encoding', 'identity');
  return new Request(parts.url, {
    method,
    headers: parts.headers,
    // Does not follow a redirect: the signature is invalid at another address, and the file would come from another host.
    redirect: 'manual',
    ...(body && { body: new Uint8Array(body) }),
  });
}

/**
 * Sends the request once.
 * @param deadline aborts the attempt even if it makes progress
 * @throws S3Fault unless a 2xx response with a complete body arrives
 */
export async function sendS3Request(
  place: S3Location,
  request: S3Request,
  limits: S3AttemptLimits,
  deadline: AbortSignal,
): Promise<S3Response> {
  const message = await createSignedRequest(place, request);
  const patience = new AttemptTimeout(
    limits.idleMs + (request.body?.length ?? 0) / MIN_BYTES_PER_MS,
    deadline,
  );
  try {
    const response = await fetch(message, { signal: patience.signal });
    patience.onProgress();
    const most = response.ok ? limits.answerMaxBytes : S3_ERROR_BODY_MAX_BYTES;
    const body = await readS3Body(response, most, patience);
    if (!response.ok)
      throw new S3Fault(response.status, s3ErrorCodeOf(response.status, body.toString('latin1')));
    return { headers: response.headers, body };
  } catch (error) {
    throw error instanceof S3Fault ? error : new S3Fault(null, patience.code ?? networkErrorCodeOf(error));
  } finally {
    patience.end();
  }
}
