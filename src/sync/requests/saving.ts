import type { Rejection, NoServerResponseCause } from '#domain/outbox/item.ts';
import type { ApiResponse } from '#network/response.ts';

export type SaveResult<Body> =
  /** `etag`: ETag after the change; null if the server sent none. */
  | { readonly type: 'saved'; readonly body: Body; readonly etag: string | null }
  /** Another user has changed the record since it was read; nothing was saved. */
  | { readonly type: 'stale' }
  | { readonly type: 'refused'; readonly refusal: Rejection }
  /** The session has ended (S9); nothing was saved. */
  | { readonly type: 'session_ended' }
  /** No response: the change may or may not have been saved. */
  | { readonly type: 'unreachable'; readonly cause: NoServerResponseCause };

export function saveResultOf<Body>(response: ApiResponse<Body>): SaveResult<Body> {
  switch (response.type) {
    case 'ok':
      return { type: 'saved', body: response.body, etag: response.headers.get('etag') };
    case 'silence':
      return { type: 'unreachable', cause: response.cause };
    case 'foreign':
    case 'not_modified':
      return { type: 'unreachable', cause: 'portal' };
    case 'error': {
      const { refusal } = response;
      if (refusal.status === 401) return { type: 'session_ended' };
      return refusal.status === 412 ? { type: 'stale' } : { type: 'refused', refusal };
    }
  }
}

/** Catalogue row or user as last read. A base-contract server sends no `revision`. */
export interface LoadedRow {
  readonly id: string;
  readonly revision?: number | undefined;
}

/** Returns the `If-Match` header with the row's revision; no header if the row has none. */
export const createIfMatchHeader = ({ revision }: Pick<LoadedRow, 'revision'>): Record<string, string> =>
  revision === undefined ? {} : { 'if-match': `"r${revision}"` };
