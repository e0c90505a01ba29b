import type * as z from 'zod/mini';
import type { ErrorCode } from '#contract/errors.ts';
import type { Route, RouteName, routes } from '#contract/routes/routes.ts';
import type { ApiArea } from './areas.ts';
import type { PartialExample } from './component-examples.ts';
import type { RequestHeaderName } from './headers.ts';

export interface UploadDescription {
  readonly part: string;
  readonly types: readonly string[];
  /**
   * Maximum size of the uploaded file in bytes. A server may be configured with another value (Session.attachment_max_bytes).
   */
  readonly maxBytes: number;
  readonly fields?: z.ZodMiniObject;
}

interface DownloadDescription {
  readonly types: readonly string[];
  /** True when the response names the file in `Content-Disposition`. */
  readonly isNamed?: true;
}

/** Information about a call that the route table lacks: texts, and error codes that do not follow from the route. */
interface CallDetails {
  /** Description of the call: a summary, followed by sentences with details. */
  readonly text: string;
  readonly codes?: readonly ErrorCode[];
  /** True when the call itself creates the row whose id is in the address, so that the call never returns 'not_found'. */
  readonly makesRow?: true;
  readonly takesDeviceProof?: true;
  /** Request headers that do not follow from the route. */
  readonly headers?: readonly RequestHeaderName[];
}

/** Values by which the example of a call differs from the example of its schema. */
type ExampleChanges<Schema> = Schema extends z.ZodMiniType ? PartialExample<z.input<Schema>> : never;
interface CallExamples<R extends Route> {
  readonly body?: ExampleChanges<R['body']>;
  readonly answer?: ExampleChanges<R['answer']>;
}
type UploadField<R extends Route> = R extends { readonly body: 'multipart' }
  ? { readonly upload: UploadDescription }
  : unknown;
type DownloadField<R extends Route> = R extends { readonly answer: null; readonly status: 200 }
  ? { readonly bytes: DownloadDescription }
  : unknown;

/** Description of a call. If a call needs only a text, its description is a string. */
type CallDescription<R extends Route> =
  | (CallDetails & CallExamples<R> & UploadField<R> & DownloadField<R>)
  | (unknown extends UploadField<R> & DownloadField<R> ? string : never);

export type CallDescriptions = { readonly [Name in RouteName]: CallDescription<(typeof routes)[Name]> };

export type FullCallDescription = CallDetails & {
  readonly area: ApiArea;
  readonly body?: object;
  readonly upload?: UploadDescription;
  readonly answer?: object;
  readonly bytes?: DownloadDescription;
};
