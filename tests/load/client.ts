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
  readonly body: unknown;
}

const TIMEOUT_MS = 30_000;
const PAUSE_MS = 60;

/** One attempt; null without an answer. */
async function attempt(origin: string, { path, ...request }: Request): Promise<Answer | null> {
  try {
    const answer = await fetch(`${origin}${API_BASE}${path}`, {
      ...request,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await answer.json();
    const code = answer.ok ? undefined : AnyErrorBody.safeParse(body).data?.code;
    return {
      status: answer.status,
      code,
      replayed: answer.headers.get('idempotency-status') === 'replayed',
      body,
    };
  } catch {
    return null; // it was killed before, while or after it did the work: nobody can tell
  }
}

const isPassing = ({ status, code }: Answer): boolean => status >= 500 || code === 'idempotency_in_progress';

/** As the outbox does it: the same bytes under the same key until there is an answer that means something. */
export class Client {
  readonly #origin: string;
  #unanswered = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Attempts that were never answered. */
  get unanswered(): number {
    return this.#unanswered;
  }

  async send(request: Request): Promise<Answer> {
    for (;;) {
      const answer = await attempt(this.#origin, request);
      if (answer && !isPassing(answer)) return answer;
      if (!answer) this.#unanswered += 1;
      await pause(PAUSE_MS);
    }
  }
}
