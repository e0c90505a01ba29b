import { setTimeout as pause } from 'node:timers/promises';
import { AnyErrorBody } from '#contract/errors.ts';
import { API_BASE } from '#contract/routes/routes.ts';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}
export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly replayed: boolean;
  /** What a provider that has too much to do asks for; 0 where it asks for nothing. */
  readonly retryAfterMs: number;
  readonly body: unknown;
}

const TIMEOUT_MS = 30_000;
const PAUSE_MS = 60;

/** One attempt; null without an answer. */
async function attempt(
  origin: string,
  timeoutMs: number,
  { path, ...request }: Request,
): Promise<Answer | null> {
  try {
    const answer = await fetch(`${origin}${API_BASE}${path}`, {
      ...request,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = await answer.json();
    const code = answer.ok ? undefined : AnyErrorBody.safeParse(body).data?.code;
    return {
      status: answer.status,
      code,
      replayed: answer.headers.get('idempotency-status') === 'replayed',
      retryAfterMs: Number(answer.headers.get('retry-after') ?? 0) * 1_000,
      body,
    };
  } catch {
    return null; // it was killed before, while or after it did the work: nobody can tell
  }
}

/** 429: uploads whose connection was cut are counted until the provider notices. */
const isPassing = ({ status, code }: Answer): boolean =>
  status >= 500 || status === 429 || code === 'idempotency_in_progress';

/** As the outbox does it: the same bytes under the same key until there is an answer that means something. */
export class Client {
  readonly #origin: string;
  readonly #timeoutMs: number;
  readonly #onFailure: (status: number | null) => void;
  #unanswered = 0;

  /** @param onFailure told of each attempt that did not get through: its status, or null without an answer */
  constructor(
    origin: string,
    timeoutMs = TIMEOUT_MS,
    onFailure: (status: number | null) => void = () => undefined,
  ) {
    this.#origin = origin;
    this.#timeoutMs = timeoutMs;
    this.#onFailure = onFailure;
  }

  /** Attempts that were never answered. */
  get unanswered(): number {
    return this.#unanswered;
  }

  async send(request: Request): Promise<Answer> {
    for (;;) {
      const answer = await attempt(this.#origin, this.#timeoutMs, request);
      if (answer && !isPassing(answer)) return answer;
      if (!answer) this.#unanswered += 1;
      this.#onFailure(answer?.status ?? null);
      await pause(answer?.status === 429 ? answer.retryAfterMs : PAUSE_MS);
    }
  }
}
