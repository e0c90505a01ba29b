import type { Actor } from './actor.ts';
import type { Trace } from './trace.ts';

/** Where, when and by whom something was confirmed, whatever the time it took to arrive (S14, S15). */
export interface Capture {
  readonly actor: Actor;
  readonly branchId: string;
  /** The desk's instant on our clock; never after `receivedAt`. */
  readonly capturedAt: Date;
  readonly receivedAt: Date;
  readonly device: string | null;
  /** It came through an outbox, under a key: what belongs to it comes too. */
  readonly isKeyed: boolean;
}

export const traceOfCapture = ({ actor, branchId, device, receivedAt }: Capture): Trace => ({
  actor,
  branchId,
  device,
  at: receivedAt,
});
