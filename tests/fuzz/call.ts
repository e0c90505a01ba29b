import type { RouteName } from '#contract/routes/routes.ts';
import type { Part } from '#tests/api/support/multipart.ts';
import type { PersonName } from '#tests/api/support/clinic.ts';

export type Who = PersonName | 'anonymous';

/** What a body is before it becomes bytes. */
export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly type: string };

export type Pair = readonly [name: string, value: string];

/** A call on its way from a good one to what is sent. */
export interface Draft {
  readonly route: RouteName;
  readonly who: Who;
  readonly method: string;
  /** As it stands in the request line, below the API's base. */
  readonly path: string;
  /** Encoded already, each `name=value`. */
  readonly query: readonly string[];
  readonly headers: readonly Pair[];
  readonly body: Body;
  readonly framing: Framing;
}

/**
 * How the body's length is told: as it is, in chunks, or by a lie (the header as it is written, or none). Whoever lies
 * may be hung up on without an answer.
 */
type Framing =
  | { readonly kind: 'true' }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'lie'; readonly headers: readonly Pair[] };

/** One request, byte by byte but for the session. */
export interface Call {
  readonly route: RouteName;
  readonly who: Who;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Pair[];
  readonly body: Buffer;
  /** False where the announced length is not that of the body. */
  readonly isHonest: boolean;
}

const shown = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…(${text.length})` : text;
const quoted = (text: string): string => `'${text.replace(/'/g, String.raw`'\''`)}'`;

/** The call as one would type it, with long texts cut. */
export function asCurl({ who, method, target, headers, body }: Call): string {
  const given = headers.map(([name, value]) => `-H ${quoted(shown(`${name}: ${value}`, 200))}`);
  const data = body.length > 0 ? [`--data-binary ${quoted(shown(body.toString('latin1'), 400))}`] : [];
  const line = [`curl -X ${method}`, quoted(shown(target, 400)), ...given, ...data].join(' ');
  return `[${who}] ${line.replace(/[^\x20-\x7e]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`)}`;
}
