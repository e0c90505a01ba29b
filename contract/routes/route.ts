import * as z from 'zod/mini';
import type { ActivityAction } from '../records/evaluation/clinical.ts';
import { Uuid } from '../primitives.ts';
import type { Permission } from '../vocabulary.ts';

export const API_BASE = '/api/v1';

/** Who may call: anybody, any session, or a session with at least one of the permissions. */
export type Access = 'public' | 'session' | readonly Permission[];

/**
 * One call of the wire. `path` is below API_BASE with `:name` parameters. `answer` is the body of `status`;
 * null where there is none (204) or where it is bytes.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  /** Permissions that suffice, besides `access`, for what a correction announced: its `X-Capture-Id` names the correction. */
  readonly accessOfCorrections?: readonly Permission[];
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  /** A schema for JSON; 'multipart' for uploads. */
  readonly body?: z.ZodMiniType | 'multipart';
  /** True where the base contract sends no body: one that is missing is an empty object. */
  readonly bodyMayBeMissing?: true;
  readonly status: 200 | 201 | 204;
  readonly answer: z.ZodMiniType | null;
  /** True where the base contract needs nothing of the body: any success will do, and `answer` reads `{}`. */
  readonly anySuccess?: true;
  /** True where 204 without a body answers whoever asked for nothing. */
  readonly mayBeEmpty?: true;
  /** True for a call that the base contract does not have: another provider may lack it. */
  readonly ours?: true;
  /** True where a proof binds the session to its key: the one that is opened, or that of the call (S26). */
  readonly bindsKey?: true;
  /** True where the route obeys Idempotency-Key. */
  readonly idempotent?: true;
  /** True where the answer carries an ETag and If-None-Match gives 304. */
  readonly etag?: true;
  /**
   * True where the change obeys If-Match: with the ETag of GET /evaluations/{id}, whose new one the answer carries, or with
   * `"r<revision>"` of a catalogue's or user's row.
   */
  readonly ifMatch?: true;
  /** True where the JSON may be longer than the 64 kB of every other call: clinical texts, up to 4 MiB. */
  readonly largeBody?: true;
  /** True where a session without a branch is refused with `branch_not_resolved`. */
  readonly branch?: true;
  /** What the log calls an attempt on the evaluation that the path names. Each of these calls has one (`Logged`). */
  readonly logs?: ActivityAction;
}

/** A table of routes in which every call on one evaluation says what the log calls it. */
export type Logged<Table extends Record<string, Route>> = {
  readonly [Name in keyof Table]: Table[Name]['path'] extends `/evaluations/:id${string}`
    ? { readonly logs: ActivityAction }
    : object;
};

/** Calls whose path names one record. */
export const byId = z.object({ id: Uuid });
/** One closing of an evaluation. */
export const byVersion = z.object({
  id: Uuid,
  version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
});
