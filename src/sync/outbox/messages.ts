/** Messages between page and worker; each side switches over its union. */
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
  /** Requests a drain of the outbox; the response is `accepted` on the port that came with it (S18). */
  | { readonly type: 'drain'; readonly reason: DrainReason }
  /** Notifies the active version that this page has no worker yet. */
  | { readonly type: 'claim' }
  /** Notifies the active version that a newer one takes over, so that it must not wait for anything any more. */
  | { readonly type: 'retire' }
  /** Notifies the waiting version that the user agreed to the update, or that the app found a safe point. */
  | { readonly type: 'skip_waiting' };

export type WorkerToPage = { readonly type: 'accepted' };

/** Background Sync tag of the outbox. */
export const SYNC_TAG = 'outbox';
