import type * as z from 'zod/mini';
import type { ErrorCode } from '#contract/errors.ts';
import type { Route, RouteName, routes } from '#contract/routes/routes.ts';
import type { ApiArea } from './areas.ts';
import type { PartialExample } from './example-values.ts';

export interface UploadDescription {
  readonly part: string;
  readonly types: readonly string[];
  /**
   * Maximum size of the uploaded file in bytes. A server may be configured with another value (Session.attachment_max_bytes).
   */
  readonly maxBytes: number;
  readonly fields?: z.ZodMiniObject;
}

interface BytesDescription {
  readonly types: readonly string[];
  /** True when the response names the file in `Content-Disposition`. */
  readonly isNamed?: true;
}

/** Information about a call that the route table lacks: texts, and error codes that do not follow from the route. */
interface CallTexts {
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

/** Values by which the examples of a call differ from the examples of its schemas. */
type RequestOf<R extends Route> = R extends { readonly body: 'multipart' }
  ? { readonly upload: UploadDescription }
  : R extends { readonly body: infer Body extends z.ZodMiniType }
    ? { readonly body?: PartialExample<z.input<Body>> }
    : unknown;
type WithResponse<R extends Route> = R['answer'] extends z.ZodMiniType
  ? { readonly answer?: PartialExample<z.output<R['answer']>> }
  : R['status'] extends 204
    ? unknown
    : { readonly bytes: BytesDescription };

type Description<R extends Route> = CallTexts & RequestOf<R> & WithResponse<R>;

export type CallDescriptions = { readonly [Name in RouteName]: Description<(typeof routes)[Name]> };

export type AnyCallDescription = CallTexts & {
  readonly area: ApiArea;
  readonly body?: object;
  readonly upload?: UploadDescription;
  readonly answer?: object;
  readonly bytes?: BytesDescription;
};
