import type { Transaction } from '../../../platform/database/connection/client.ts';
import { consents } from '../../../schema/evaluation/consents.ts';

/** Capture that a user sent for its author, who is another user and consented to the sending (S14). */
export interface ConsentRecord {
  readonly capturedBy: string;
  readonly key: string;
  readonly sentBy: string;
  readonly consentedAt: Date;
  readonly receivedAt: Date;
  readonly terms: readonly string[];
  readonly hmac: Buffer;
}

export const consentInsertStatement = (tx: Transaction, sent: ConsentRecord) =>
  tx.insert(consents).values({ ...sent, terms: [...sent.terms] });
