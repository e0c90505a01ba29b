import type * as z from 'zod/mini';
import type { ErrorCode } from '#contract/errors.ts';
import type { Route, RouteName, routes } from '#contract/routes/routes.ts';
import type { Area } from './areas.ts';

/** The multipart body of a call: the part that carries the file, and the text fields beside it. */
export interface UploadDescription {
  readonly part: string;
  readonly types: readonly string[];
  /** Of the file; what a configured provider takes may be more or less (Session.attachment_max_bytes). */
  readonly maxBytes: number;
  readonly fields?: z.ZodMiniObject;
  /** Example of the text fields. */
  readonly example: Readonly<Record<string, string | number>>;
}

/** An answer of bytes. */
interface BytesDescription {
  readonly types: readonly string[];
  /** True where `Content-Disposition` names the file. */
  readonly isNamed?: true;
}

type Fixed<T> = T extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Fixed<T[Key]> }
    : T;

/** What the route table cannot say of a call: words, examples, and codes that no property of the route brings. */
interface Words {
  readonly area: Area;
  /** One line, without a full stop. */
  readonly summary: string;
  readonly details?: string;
  readonly codes?: readonly ErrorCode[];
  /** True where the address names what the call itself makes: nothing is 'not found'. */
  readonly makesRow?: true;
  /** True for a read that a device may take for later (`X-Prefetch`). */
  readonly isKept?: true;
  /** True where the answer sets or clears the session's cookie. */
  readonly setsCookie?: true;
  /** True where the call takes `X-Signature-Statement`. */
  readonly takesStatement?: true;
  /** True where the call takes `X-Turn`. */
  readonly takesTurn?: true;
  /** True where the call takes `X-Device-Proof`. */
  readonly takesDeviceProof?: true;
}

type Sent<R extends Route> = R extends { readonly body: 'multipart' }
  ? { readonly upload: UploadDescription }
  : R extends { readonly body: infer Body extends z.ZodMiniType }
    ? { readonly body: Fixed<z.input<Body>> }
    : unknown;
type Answered<R extends Route> = R['answer'] extends z.ZodMiniType
  ? { readonly answer: Fixed<z.output<R['answer']>> }
  : R['status'] extends 204
    ? unknown
    : { readonly bytes: BytesDescription };

/** A call with a body has an example of it, one with an answer too; without them it does not compile. */
type Description<R extends Route> = Words & Sent<R> & Answered<R>;

/** Every call of the route table. */
export type Descriptions = { readonly [Name in RouteName]: Description<(typeof routes)[Name]> };

/** Any call's, for what walks over all of them. */
export type AnyDescription = Words & {
  readonly body?: unknown;
  readonly upload?: UploadDescription;
  readonly answer?: unknown;
  readonly bytes?: BytesDescription;
};
