import * as z from 'zod/mini';
import type { ActivityAction } from '../records/evaluation/clinical.ts';
import { Uuid } from '../primitives.ts';
import type { Permission } from '../vocabulary.ts';

export const API_BASE = '/api/v1';

/** Condition for the use of a route: none ('public'), any session, or a session with at least one of the permissions. */
export type RouteAccess = 'public' | 'session' | readonly Permission[];

/**
 * Definition of a route. `path` is relative to API_BASE and contains `:name` parameters. `answer` is the schema of a response
 * body with `status`; null when the response has no body (204) or its body is bytes.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: RouteAccess;
  /**
   * Permissions that also allow the request when its `X-Capture-Id` names a correction, such as the upload of a retaken photo.
   */
  readonly accessOfCorrections?: readonly Permission[];
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  /** A schema for JSON; 'multipart' for uploads. */
  readonly body?: z.ZodMiniType | 'multipart';
  /** True when a client of the base contract may omit the body: the server then reads an empty object. */
  readonly bodyMayBeMissing?: true;
  readonly status: 200 | 201 | 204;
  readonly answer: z.ZodMiniType | null;
  /** True when the base contract defines no response body: the app accepts any success status, and `answer` must parse `{}`. */
  readonly anySuccess?: true;
  /** True when the server returns 204 without a body to a request that needs none. */
  readonly mayBeEmpty?: true;
  /** True for a route that the base contract does not have, so that another server may not support it. */
  readonly ours?: true;
  /**
   * True when the proof's key is bound to a session: the session that the request opens, or the session that sends the request
   * (S26).
   */
  readonly bindsKey?: true;
  /** True when the route honours Idempotency-Key. */
  readonly idempotent?: true;
  /** True when the response carries an ETag and If-None-Match returns 304. */
  readonly etag?: true;
  /**
   * True when the route honours If-Match. The value is the ETag of GET /evaluations/{id}, whose new value the response carries,
   * or `"r<revision>"` of a catalogue row or user.
   */
  readonly ifMatch?: true;
  /** True when the JSON body may exceed 64 kB, the limit of every other route: clinical texts have up to 4 MiB. */
  readonly largeBody?: true;
  /** True when the server rejects a session without a branch with `branch_not_resolved`. */
  readonly branch?: true;
  /** Log action for a request about the evaluation that the path names. Every such route has one (`RoutesWithLogActions`). */
  readonly logs?: ActivityAction;
}

/** Table of routes in which every request for one evaluation has a log action. */
export type RoutesWithLogActions<Table extends Record<string, Route>> = {
  readonly [Name in keyof Table]: Table[Name]['path'] extends `/evaluations/:id${string}`
    ? { readonly logs: ActivityAction }
    : object;
};

/** Parameters of requests whose path names one record. */
export const idParams = z.object({ id: Uuid });
/** Parameters of requests for one signed version of an evaluation. */
export const signedVersionParams = z.object({
  id: Uuid,
  version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
});
