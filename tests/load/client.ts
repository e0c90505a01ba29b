import { setTimeout as pause } from 'node:timers/promises';
import { AnyErrorBody } from '#contract/errors.ts';
import { API_BASE } from '#contract/routes/routes.ts';

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}
export interface HttpResponse {
  readonly status: number;
  readonly code: string | undefined;
  readonly replayed: boolean;
  /** Pause in ms that the server requests with Retry-After; 0 without that header. */
  readonly retryAfterMs: number;
  readonly body: unknown;
}

const CALL_TIMEOUT_MS = 30_000;
const RETRY_DELAY_MS = 60;

/** Sends the request once. Returns null if no response arrives. */
async function sendOnce(
  origin: string,
  timeoutMs: number,
  { path, ...request }: LoadRequest,
): Promise<HttpResponse | null> {
  try {
    const response = await fetch(`${origin}${API_BASE}${path}`, {
      ...request,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = await response.json();
    const code = response.ok ? undefined : AnyErrorBody.safeParse(body).data?.code;
    return {
      status: response.status,
      code,
      replayed: response.headers.get('idempotency-status') === 'replayed',
      retryAfterMs: Number(response.headers.get('retry-after') ?? 0) * 1_000,
      body,
    };
  } catch {
    return null; // The server was killed before, during or after the work, which the client cannot distinguish.
  }
}

/**
 * Returns true for an error that is worth a retry. This includes 429, because an upload whose connection was cut counts against
 * the limit until the server notices the cut.
 */
const isTransient = ({ status, code }: HttpResponse): boolean =>
  status >= 500 || status === 429 || code === 'idempotency_in_progress';

/** HTTP client that resends like the outbox: the same bytes under the same key until the response is conclusive. */
export class RetryingClient {
  readonly #origin: string;
  readonly #timeoutMs: number;
  readonly #onFailure: (status: number | null) => void;
  #unanswered = 0;

  /** @param onFailure called for each failed attempt with its status, or with null if no response arrived */
  constructor(
    origin: string,
    timeoutMs = CALL_TIMEOUT_MS,
    onFailure: (status: number | null) => void = () => undefined,
  ) {
    this.#origin = origin;
    this.#timeoutMs = timeoutMs;
    this.#onFailure = onFailure;
  }

  get unanswered(): number {
    return this.#unanswered;
  }

  async send(request: LoadRequest): Promise<HttpResponse> {
    for (;;) {
      const response = await sendOnce(this.#origin, this.#timeoutMs, request);
      if (response && !isTransient(response)) return response;
      if (!response) this.#unanswered += 1;
      this.#onFailure(response?.status ?? null);
      await pause(response?.status === 429 ? response.retryAfterMs : RETRY_DELAY_MS);
    }
  }
}
