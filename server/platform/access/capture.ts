import type { Actor } from './actor.ts';
import type { AuditContext } from './audit-context.ts';

/**
 * Origin of confirmed data that the server receives, however late: branch, author, sender, device, and the times of
 * confirmation and receipt (S14, S15).
 */
export interface Capture {
  /** User of the session that sent the confirmation; this user's permissions and branch apply. */
  readonly sender: Actor;
  /** User who confirmed the data: the sender, or a user who consented to the sending. */
  readonly authorId: string;
  readonly branchId: string;
  /** Device's id of the confirmation; null if the client sends none. */
  readonly captureId: string | null;
  /** Time of the confirmation on the server's clock; never after `receivedAt`. */
  readonly capturedAt: Date;
  /** Time that the device reported, if it lay in the future, so that `capturedAt` is the time of arrival; otherwise null. */
  readonly futureTime: Date | null;
  readonly receivedAt: Date;
  readonly device: string | null;
  /**
   * True when the request had an idempotency key. The request then came from an outbox, which will also send the other items of
   * the same entry.
   */
  readonly isKeyed: boolean;
}

export const authorshipOf = ({ sender, authorId }: Pick<Capture, 'sender' | 'authorId'>) => ({
  createdBy: authorId,
  sentBy: authorId === sender.userId ? null : sender.userId,
});

/** Returns the audit context of a capture, which names the sender and not the author. */
export const auditContextOfCapture = ({ sender, branchId, device, receivedAt }: Capture): AuditContext => ({
  actor: sender,
  branchId,
  device,
  at: receivedAt,
});
