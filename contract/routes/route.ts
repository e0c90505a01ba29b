import * as z from 'zod/mini';
import type { ActivityAction } from '../records/evaluation/clinical.ts';
import { Uuid } from '../primitives.ts';
import type { Permission } from '../vocabulary.ts';

export const API_BASE = '/api/v1';

/** Access to a route: public, any session, or a session with at least one of the permissions. */
export type Access = 'public' | 'session' | readonly Permission[];

/**
 * Definition of a request. `path` is below API_BASE with `:name` parameters. `answer` is the schema of the response body with
 * `status`; null when there is no body (204) or the body is bytes.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  /**
   * Permissions that suffice, in addition to `access`, for content that a correction announced: its `X-Capture-Id` names the
   * correction.
   */
  readonly accessOfCorrections?: readonly Permission[];
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  /** A schema for JSON; 'multipart' for uploads. */
  readonly body?: z.ZodMiniType | 'multipart';
  /** True when the base contract sends no body: a missing body is read as an empty object. */
  readonly bodyMayBeMissing?: true;
  readonly status: 200 | 201 | 204;
  readonly answer: z.ZodMiniType | null;
  /** True when the base contract needs no response body: any success is accepted, and `answer` parses `{}`. */
  readonly anySuccess?: true;
  /** True when the server returns 204 without a body to a request that needs none. */
  readonly mayBeEmpty?: true;
  /** True for a request that the base contract does not have: another server may not support it. */
  readonly ours?: true;
  /** True when a proof binds a session to its key: the session that the request opens, or the session of the request (S26). */
  readonly bindsKey?: true;
  /** True when the route honours Idempotency-Key. */
  readonly idempotent?: true;
  /** True when the response carries an ETag and If-None-Match returns 304. */
  readonly etag?: true;
  /**
   * True when the change honours If-Match: with the ETag of GET /evaluations/{id}, whose new value the response carries, or
   * with `"r<revision>"` of the row of a catalogue or user.
   */
  readonly ifMatch?: true;
  /** True when the JSON may exceed the limit of 64 kB that applies to every other request: clinical texts, up to 4 MiB. */
  readonly largeBody?: true;
  /** True when the server rejects a session without a branch with `branch_not_resolved`. */
  readonly branch?: true;
  /** Log action of an attempt on the evaluation that the path names. Every such request has one (`Logged`). */
  readonly logs?: ActivityAction;
}

/** Table of routes in which every request for one evaluation has a log action. */
export type Logged<Table extends Record<string, Route>> = {
  readonly [Name in keyof Table]: Table[Name]['path'] extends `/evaluations/:id${string}`
    ? { readonly logs: ActivityAction }
    : object;
};

/** Parameters of requests whose path names one record. */
export const byId = z.object({ id: Uuid });
/** Parameters of requests for one signed version of an evaluation. */
export const byVersion = z.object({
  id: Uuid,
  version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
});
