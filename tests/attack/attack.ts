import type { IncomingHttpHeaders } from 'node:http';
import type { Who } from '#tests/fuzz/call.ts';
import type { Files } from '#tests/fuzz/files.ts';
import type { Target, World } from '#tests/fuzz/world.ts';
import type { Part } from '#tests/api/support/multipart.ts';

/** `short` is for npm test, where provider and attacker share a process; `whole` for a provider of its own. */
export type Scale = 'short' | 'whole';

export interface Request {
  /** Sent in the request line in place of the path below /api/v1. */
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** At most one of the three. The content type comes by itself with `json` and `parts` only. */
  readonly body?: Buffer | string;
  readonly json?: unknown;
  readonly parts?: readonly Part[];
}

export interface Answer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly ms: number;
}

/** A provider with a small clinic in it, and means to attack it. Each attack gets a fresh one. */
export interface AttackWorld extends World {
  readonly target: Target;
  readonly files: Files;
  /**
   * One call over a connection of its own.
   * @param path below /api/v1, as the contract's routes have it
   */
  readonly call: (who: Who, method: string, path: string, request?: Request) => Promise<Answer>;
  /** The slowest answer in ms of somebody else's GET /health and GET /auth/me while `work` runs. @throws when one is no 200 */
  readonly probeWhile: (work: () => Promise<unknown>) => Promise<number>;
}

/** One finding, tried again. The file's name ends in `.attack.ts` and exports it as `attack`. */
export interface Attack {
  /** As in 'H3'. */
  readonly finding: string;
  readonly title: string;
  /** Added to the environment of the provider at the scale `whole`, as in NODE_OPTIONS. */
  readonly env?: Readonly<Record<string, string>>;
  /** @returns figures to be shown @throws AssertionError with a sentence when the door is open */
  readonly run: (world: AttackWorld, scale: Scale) => Promise<readonly string[]>;
}
