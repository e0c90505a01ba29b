import type { IncomingHttpHeaders } from 'node:http';
import type { CallerName } from '#tests/fuzz/call.ts';
import type { FuzzFiles } from '#tests/fuzz/files.ts';
import type { FuzzTarget, FuzzWorld } from '#tests/fuzz/world.ts';
import type { Part } from '#tests/api/support/files/multipart.ts';

/**
 * Size of an attack. `short`: for npm test, where server and attacker share a process. `whole`: for a separate server process.
 */
export type AttackScale = 'short' | 'whole';

export interface AttackRequest {
  /** Complete target of the request line; by default the base path and the path of the call. */
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Request body. At most one of `body`, `json` and `parts` is set; `json` and `parts` also set the content type. */
  readonly body?: Buffer | string;
  readonly json?: unknown;
  readonly parts?: readonly Part[];
}

export interface AttackResponse {
  /** HTTP status; 0 when the server closed the connection without a response. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly ms: number;
}

/** Server with a small clinic, and functions to attack it. Each attack gets a new server. */
export interface AttackWorld extends FuzzWorld {
  readonly target: FuzzTarget;
  readonly files: FuzzFiles;
  /**
   * Sends one request over a separate connection.
   * @param path below /api/v1, as in the contract's routes
   */
  readonly call: (
    who: CallerName,
    method: string,
    path: string,
    request?: AttackRequest,
  ) => Promise<AttackResponse>;
  /**
   * Sends GET /health and GET /auth/me as another user while `work` runs. Returns the time of the slowest response in ms.
   * @throws when a response is not 200
   */
  readonly probeWhile: (work: () => Promise<unknown>) => Promise<number>;
}

/** Attack that repeats one finding of a security review. Each file `….attack.ts` exports one as `attack`. */
export interface Attack {
  readonly finding: string;
  readonly title: string;
  /** Additional environment variables of the server at the scale `whole`, such as NODE_OPTIONS. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Runs the attack.
   * @returns figures to print
   * @throws AssertionError with a message when the attack succeeds
   */
  readonly run: (world: AttackWorld, scale: AttackScale) => Promise<readonly string[]>;
}
