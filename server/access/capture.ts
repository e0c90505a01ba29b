import type { Actor } from './actor.ts';
import type { AuditContext } from './audit-context.ts';

/**
 * A confirmation as the server received it: branch, time and author, however late it arrives (S14, S15), and the user who sent
 * it.
 */
export interface Capture {
  /** User of the session that sends the confirmation; the permissions and branch of this user apply. */
  readonly sender: Actor;
  /** User who confirmed the data: the sender, or a user who consented to the sending. */
  readonly authorId: string;
  readonly branchId: string;
  /** The device's own id of the confirmation; null if the client sends none. */
  readonly captureId: string | null;
  /** Instant of the confirmation on the server's clock; never after `receivedAt`. */
  readonly capturedAt: Date;
  readonly receivedAt: Date;
  readonly device: string | null;
  /** True when an outbox sent it with an idempotency key, so that the remaining items of the entry will follow. */
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
