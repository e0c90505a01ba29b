import type { Actor } from './actor.ts';
import type { AuditContext } from './trace.ts';

/** Branch, time and author of a confirmation, however late it arrives (S14, S15), and the user who sent it. */
export interface Capture {
  /** User of the session that sends it; this user's permissions and branch apply. */
  readonly sender: Actor;
  /** User who confirmed it: the sender, or a user who consented to the sending. */
  readonly authorId: string;
  readonly branchId: string;
  /** The device's own id of the confirmation; null if the client sends none. */
  readonly captureId: string | null;
  /** Instant of the confirmation on the server's clock; never after `receivedAt`. */
  readonly capturedAt: Date;
  readonly receivedAt: Date;
  readonly device: string | null;
  /** Sent by an outbox with an idempotency key, so the remaining items of the entry will follow. */
  readonly isKeyed: boolean;
}

/** Returns the columns for the author and sender of a row. */
export const authorshipOf = ({ sender, authorId }: Pick<Capture, 'sender' | 'authorId'>) => ({
  createdBy: authorId,
  sentBy: authorId === sender.userId ? null : sender.userId,
});

/** Returns the audit context of a capture; the log names the sender. */
export const auditContextOfCapture = ({ sender, branchId, device, receivedAt }: Capture): AuditContext => ({
  actor: sender,
  branchId,
  device,
  at: receivedAt,
});
