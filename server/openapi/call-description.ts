import type * as z from 'zod/mini';
import type { ErrorCode } from '#contract/errors.ts';
import type { Route, RouteName, routes } from '#contract/routes/routes.ts';
import type { ApiArea } from './areas.ts';

/** Multipart body of a call: the part that contains the file, and the other text fields. */
export interface UploadDescription {
  readonly part: string;
  readonly types: readonly string[];
  /** Maximum size of the file in bytes; a configured server may accept more or less (Session.attachment_max_bytes). */
  readonly maxBytes: number;
  readonly fields?: z.ZodMiniObject;
  /** Example values of the text fields. */
  readonly example: Readonly<Record<string, string | number>>;
}

/** Binary response. */
interface BytesDescription {
  readonly types: readonly string[];
  /** True when `Content-Disposition` names the file. */
  readonly isNamed?: true;
}

type Fixed<T> = T extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Fixed<T[Key]> }
    : T;

/**
 * Information about a call that the route table does not contain: texts, examples, and codes that no property of the route
 * implies.
 */
interface Words {
  readonly area: ApiArea;
  /** Summary in one line, without a full stop. */
  readonly summary: string;
  readonly details?: string;
  readonly codes?: readonly ErrorCode[];
  /** True when the id in the address belongs to a row that the call itself creates, so the call never returns 'not_found'. */
  readonly makesRow?: true;
  /** True for a read that a device may prefetch for later use (`X-Prefetch`). */
  readonly isKept?: true;
  /** True when the response sets or clears the session cookie. */
  readonly setsCookie?: true;
  /** True when the call accepts `X-Signature-Statement`. */
  readonly takesStatement?: true;
  /** True when the call accepts `X-Turn`. */
  readonly takesTurn?: true;
  /** True when the call accepts `X-Device-Proof`. */
  readonly takesDeviceProof?: true;
}

type Sent<R extends Route> = R extends { readonly body: 'multipart' }
  ? { readonly upload: UploadDescription }
  : R extends { readonly body: infer Body extends z.ZodMiniType }
    ? { readonly body: Fixed<z.input<Body>> }
    : unknown;
type WithResponse<R extends Route> = R['answer'] extends z.ZodMiniType
  ? { readonly answer: Fixed<z.output<R['answer']>> }
  : R['status'] extends 204
    ? unknown
    : { readonly bytes: BytesDescription };

/** Description of a call. If the call has a request body or a response, the type requires an example of each. */
type Description<R extends Route> = Words & Sent<R> & WithResponse<R>;

/** Descriptions of all calls in the route table. */
export type CallDescriptions = { readonly [Name in RouteName]: Description<(typeof routes)[Name]> };

/** Description of any call, for code that iterates over all of them. */
export type AnyCallDescription = Words & {
  readonly body?: unknown;
  readonly upload?: UploadDescription;
  readonly answer?: unknown;
  readonly bytes?: BytesDescription;
};
