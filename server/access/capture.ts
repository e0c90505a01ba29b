import type { Actor } from './actor.ts';

/** Where, when and by whom something was confirmed, whatever the time it took to arrive (S14, S15). */
export interface Capture {
  readonly actor: Actor;
  readonly branchId: string;
  /** The desk's instant on our clock; never after `receivedAt`. */
  readonly capturedAt: Date;
  readonly receivedAt: Date;
}
