import type { RouteName } from '#contract/routes/routes.ts';
import type { Part } from '#tests/api/support/files/multipart.ts';
import type { TestUserName } from '#tests/api/support/clinic.ts';

export type CallerName = TestUserName | 'anonymous';

export type DraftBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly type: string };

export type HeaderPair = readonly [name: string, value: string];

/** Request before it is encoded: created as a valid request, then mutated, then sent. */
export interface DraftCall {
  readonly route: RouteName;
  readonly who: CallerName;
  readonly method: string;
  /** Path of the request without the API's base path. */
  readonly path: string;
  /** Query parameters in the encoded form `name=value`. */
  readonly query: readonly string[];
  readonly headers: readonly HeaderPair[];
  readonly body: DraftBody;
  readonly framing: BodyFraming;
}

/**
 * Length of the body that the headers announce: the correct length, chunked encoding, or a wrong length (the headers given
 * here; without headers, no length). When the length is wrong, the server may close the connection without a response.
 */
type BodyFraming =
  | { readonly kind: 'true' }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'lie'; readonly headers: readonly HeaderPair[] };

/** Request as bytes, without the session cookie. */
export interface EncodedCall {
  readonly route: RouteName;
  readonly who: CallerName;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
  /** True if the announced length is the length of the body. */
  readonly isHonest: boolean;
}

const truncateText = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…(${text.length})` : text;
const quoteForShell = (text: string): string => `'${text.replace(/'/g, String.raw`'\''`)}'`;

export function formatAsCurl({ who, method, target, headers, body }: EncodedCall): string {
  const given = headers.map(([name, value]) => `-H ${quoteForShell(truncateText(`${name}: ${value}`, 200))}`);
  const data =
    body.length > 0 ? [`--data-binary ${quoteForShell(truncateText(body.toString('latin1'), 400))}`] : [];
  const line = [`curl -X ${method}`, quoteForShell(truncateText(target, 400)), ...given, ...data].join(' ');
  return `[${who}] ${line.replace(/[^\x20-\x7e]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`)}`;
}
