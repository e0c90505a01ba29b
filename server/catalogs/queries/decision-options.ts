import { DecisionOptions } from '#contract/records/evaluation/decisions.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { decisionOptions } from '../../schema/decisions.ts';

type Row = typeof decisionOptions.$inferSelect;

export const toDecisionOptions = ({ programmes, aptitudesOff, revision }: Row): DecisionOptions =>
  DecisionOptions.parse({ programmes, aptitudes_off: aptitudesOff, revision });

export function requireRow(row: Row | undefined): Row {
  if (!row) throw new Error('decision_options has no row');
  return row;
}

export async function readDecisionOptions(db: Executor): Promise<DecisionOptions> {
  const [row] = await db.select().from(decisionOptions);
  return toDecisionOptions(requireRow(row));
}
