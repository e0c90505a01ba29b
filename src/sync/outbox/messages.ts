/** What page and worker say to each other; each side switches over its union. */
export type DrainReason =
  | 'enqueue'
  | 'start'
  | 'online'
  | 'visible'
  | 'timer'
  | 'person'
  | 'sync'
  | 'signed_in';

export type PageToWorker =
  /** Drain the outbox; answered with `accepted` on the port that came with it (S18). */
  | { readonly type: 'drain'; readonly reason: DrainReason }
  /** To the version that works: this page has no worker yet. */
  | { readonly type: 'claim' }
  /** To the version that works: a newer one takes over, wait for nothing any more. */
  | { readonly type: 'retire' }
  /** To the version that waits: a person agreed to it, or the app found a safe point. */
  | { readonly type: 'skip_waiting' };

export type WorkerToPage = { readonly type: 'accepted' };

/** Background Sync's tag for the outbox. */
export const SYNC_TAG = 'outbox';
