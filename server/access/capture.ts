import type { Actor } from './actor.ts';
import type { Trace } from './trace.ts';

/** Where, when and by whom something was confirmed, whatever the time it took to arrive (S14, S15), and who brought it. */
export interface Capture {
  /** Whose session brings it: what this user may do, and for which branch, decides. */
  readonly sender: Actor;
  /** Who confirmed it: the sender, or whoever gave the sender a consent to it. */
  readonly authorId: string;
  readonly branchId: string;
  /** The device's own id of the confirmation; null from a client that does not tell. */
  readonly captureId: string | null;
  /** The desk's instant on our clock; never after `receivedAt`. */
  readonly capturedAt: Date;
  readonly receivedAt: Date;
  readonly device: string | null;
  /** It came through an outbox, under a key: what belongs to it comes too. */
  readonly isKeyed: boolean;
}

/** The columns that say whose work a row is. */
export const authorshipOf = ({ sender, authorId }: Pick<Capture, 'sender' | 'authorId'>) => ({
  createdBy: authorId,
  sentBy: authorId === sender.userId ? null : sender.userId,
});

/** The log says who sent it. */
export const traceOfCapture = ({ sender, branchId, device, receivedAt }: Capture): Trace => ({
  actor: sender,
  branchId,
  device,
  at: receivedAt,
});
