import type { Actor } from './actor.ts';
import type { AuditContext } from './audit-context.ts';

/** Confirmation as the server received it, however late: branch, time, author and sender (S14, S15). */
export interface Capture {
  /** User of the session that sent the confirmation; this user's permissions and branch apply. */
  readonly sender: Actor;
  /** User who confirmed the data: the sender, or a user who consented that the sender sends them. */
  readonly authorId: string;
  readonly branchId: string;
  /** Device's id of the confirmation; null if the client sends none. */
  readonly captureId: string | null;
  /** Time of the confirmation on the server's clock; never after `receivedAt`. */
  readonly capturedAt: Date;
  readonly receivedAt: Date;
  readonly device: string | null;
  /**
   * True when the request had an idempotency key. The request then came from an outbox, which will also send the other items of
   * the entry.
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
