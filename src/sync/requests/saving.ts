import type { Refusal, SilenceCause } from '#domain/outbox/item.ts';
import type { Answer } from '../api/remote.ts';

/** What a change that a person asked for came to. */
export type SaveResult<Body> =
  /** `etag` of the state after the change, where the provider told it. */
  | { readonly type: 'saved'; readonly body: Body; readonly etag: string | null }
  /** Somebody else changed the record since it was read. Nothing was saved. */
  | { readonly type: 'stale' }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** S9: the gate is closed by now; nothing was saved. */
  | { readonly type: 'session_ended' }
  /** Whether it was saved is not known. */
  | { readonly type: 'unreachable'; readonly cause: SilenceCause };

export function resultOf<Body>(answer: Answer<Body>): SaveResult<Body> {
  switch (answer.type) {
    case 'ok':
      return { type: 'saved', body: answer.body, etag: answer.headers.get('etag') };
    case 'silence':
      return { type: 'unreachable', cause: answer.cause };
    case 'foreign':
    case 'not_modified':
      return { type: 'unreachable', cause: 'portal' };
    case 'error': {
      const { refusal } = answer;
      if (refusal.status === 401) return { type: 'session_ended' };
      return refusal.status === 412 ? { type: 'stale' } : { type: 'refused', refusal };
    }
  }
}

/** A row of a catalogue or of users as it was read; a provider without our additions has no `revision`. */
export interface ReadRow {
  readonly id: string;
  readonly revision?: number | undefined;
}

/** The header by which a change names the state that it is a change of. */
export const ifUnchanged = ({ revision }: Pick<ReadRow, 'revision'>): Record<string, string> =>
  revision === undefined ? {} : { 'if-match': `"r${revision}"` };
