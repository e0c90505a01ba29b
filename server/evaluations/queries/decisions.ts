import { eq } from 'drizzle-orm';
import { Decisions, NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { decisions } from '../../schema/decisions.ts';

type DecisionsRow = typeof decisions.$inferSelect;

export const toDecisions = (row: DecisionsRow | null | undefined): Decisions =>
  row ? Decisions.parse(row) : NO_DECISIONS;

export async function decisionsOf(db: Executor, evaluationId: string): Promise<Decisions> {
  const [row] = await db.select().from(decisions).where(eq(decisions.evaluationId, evaluationId));
  return toDecisions(row);
}
