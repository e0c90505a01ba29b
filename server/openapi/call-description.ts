import type * as z from 'zod/mini';
import type { ErrorCode } from '#contract/errors.ts';
import type { Route, RouteName, routes } from '#contract/routes/routes.ts';
import type { ApiArea } from './areas.ts';

export interface UploadDescription {
  readonly part: string;
  readonly types: readonly string[];
  /**
   * Maximum size of the uploaded file in bytes. A server may be configured with another value (Session.attachment_max_bytes).
   */
  readonly maxBytes: number;
  readonly fields?: z.ZodMiniObject;
  readonly example: Readonly<Record<string, string | number>>;
}

interface BytesDescription {
  readonly types: readonly string[];
  /** True when the response names the file in `Content-Disposition`. */
  readonly isNamed?: true;
}

type DeepReadonlyExample<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonlyExample<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonlyExample<T[Key]> }
    : T;

/** Information about a call that the route table lacks: texts, examples, and error codes that do not follow from the route. */
interface CallTexts {
  readonly area: ApiArea;
  readonly summary: string;
  readonly details?: string;
  readonly codes?: readonly ErrorCode[];
  /** True when the call itself creates the row whose id is in the address, so that the call never returns 'not_found'. */
  readonly makesRow?: true;
  /** True for a read that a device may prefetch for offline use (`X-Prefetch`). */
  readonly isKept?: true;
  readonly setsCookie?: true;
  readonly takesStatement?: true;
  readonly takesTurn?: true;
  readonly takesDeviceProof?: true;
}

type RequestOf<R extends Route> = R extends { readonly body: 'multipart' }
  ? { readonly upload: UploadDescription }
  : R extends { readonly body: infer Body extends z.ZodMiniType }
    ? { readonly body: DeepReadonlyExample<z.input<Body>> }
    : unknown;
type WithResponse<R extends Route> = R['answer'] extends z.ZodMiniType
  ? { readonly answer: DeepReadonlyExample<z.output<R['answer']>> }
  : R['status'] extends 204
    ? unknown
    : { readonly bytes: BytesDescription };

/** Description of a call. The type requires an example of the request body and of the response, if the call has them. */
type Description<R extends Route> = CallTexts & RequestOf<R> & WithResponse<R>;

export type CallDescriptions = { readonly [Name in RouteName]: Description<(typeof routes)[Name]> };

export type AnyCallDescription = CallTexts & {
  readonly body?: unknown;
  readonly upload?: UploadDescription;
  readonly answer?: unknown;
  readonly bytes?: BytesDescription;
};
