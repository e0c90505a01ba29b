import type { Transaction } from '../../database/connection/client.ts';
import { consents } from '../../database/tables/consents.ts';

/** Record of data that was sent by another user than its author, with the author's consent (S14). */
export interface ConsentRecord {
  readonly capturedBy: string;
  readonly key: string;
  readonly sentBy: string;
  readonly consentedAt: Date;
  readonly receivedAt: Date;
  readonly terms: readonly string[];
  readonly hmac: Buffer;
}

export const consentStatement = (tx: Transaction, sent: ConsentRecord) =>
  tx.insert(consents).values({ ...sent, terms: [...sent.terms] });
