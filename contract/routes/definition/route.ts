import * as z from 'zod/mini';
import type { ActivityAction } from '../../records/evaluation/clinical.ts';
import { Uuid } from '../../primitives.ts';
import type { Permission } from '../../vocabulary.ts';

export const API_BASE = '/api/v1';

/** Access to a route: without a session ('public'), with any session, or with one of the listed permissions. */
export type RouteAccess = 'public' | 'session' | readonly Permission[];

/**
 * Definition of a route. `path` is relative to API_BASE and contains `:name` parameters. `answer` is the schema of the response
 * body; null when the response has no body (204) or is a file.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: RouteAccess;
  /** Permissions that also give access when `X-Capture-Id` names a correction, for example to upload a retaken photo. */
  readonly accessOfCorrections?: readonly Permission[];
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType | 'multipart';
  /** True when a client of the base contract may omit the body; the server then uses an empty object. */
  readonly bodyMayBeMissing?: true;
  readonly status: 200 | 201 | 204;
  readonly answer: z.ZodMiniType | null;
  /**
   * True when the base contract defines no response body: the app accepts any success status, and `answer` must accept `{}`.
   */
  readonly anySuccess?: true;
  /** True when the server may return 204 without a body instead of `answer`. */
  readonly mayBeEmpty?: true;
  /** True for an extension of the base contract, which other servers may not have. */
  readonly ours?: true;
  /**
   * True when the server binds the key of the request's proof to a session: to the session that the request opens or, if the
   * request opens none, to the session that sends it (S26).
   */
  readonly bindsKey?: true;
  /** True when the server executes requests with the same Idempotency-Key only once. */
  readonly idempotent?: true;
  /** True when the response has an ETag, and the server responds 304 to a matching If-None-Match. */
  readonly etag?: true;
  /**
   * True when the server compares If-Match before a change. The header contains the ETag of GET /evaluations/{id} (the response
   * to the change returns the new ETag), or `"r<revision>"` of a catalogue row or user.
   */
  readonly ifMatch?: true;
  /** True when the JSON body may have up to 4 MiB, for clinical texts and long lists; the default is 64 kB. */
  readonly largeBody?: true;
  /** Maximum size of the JSON body in bytes, for a route that needs neither the default nor a large body. */
  readonly bodyMaxBytes?: number;
  /**
   * Name of a list of the body with thousands of rows, which the server validates in slices, and maximum number of JSON values
   * of the body, which exceeds the default (`MAX_JSON_VALUES`).
   */
  readonly bodyRows?: { readonly field: string; readonly maxValues: number };
  /** True when the server rejects a session without a branch, with `branch_not_resolved`. */
  readonly branch?: true;
  /**
   * Action that the activity log records for a request about the evaluation in the path. Every route with an evaluation in its
   * path has such an action (`RoutesWithLogActions`).
   */
  readonly logs?: ActivityAction;
}

export type RoutesWithLogActions<Table extends Record<string, Route>> = {
  readonly [Name in keyof Table]: Table[Name]['path'] extends `/evaluations/:id${string}`
    ? { readonly logs: ActivityAction }
    : object;
};

export const idParams = z.object({ id: Uuid });
export const signedVersionParams = z.object({
  id: Uuid,
  version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
});
