export type DrainReason =
  | 'enqueue'
  | 'start'
  | 'online'
  | 'visible'
  | 'timer'
  | 'person'
  | 'sync'
  | 'signed_in';

export type PageToWorkerMessage =
  /** Page requests a drain from the worker; the worker responds `accepted` on the message port (S18). */
  | { readonly type: 'drain'; readonly reason: DrainReason }
  /** Page without a controlling worker asks the active worker to control it. */
  | { readonly type: 'claim' }
  /** A newer worker takes over, so the active worker must end its waits. */
  | { readonly type: 'retire' }
  /** Page lets the waiting version start, because the user agreed or nothing would be interrupted. */
  | { readonly type: 'skip_waiting' };

export type WorkerToPageMessage = { readonly type: 'accepted' };

export const BACKGROUND_SYNC_TAG = 'outbox';
