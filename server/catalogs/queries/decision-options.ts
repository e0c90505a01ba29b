import { DecisionOptions } from '#contract/records/evaluation/decisions.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { decisionOptions } from '../../schema/decisions.ts';

type DecisionOptionsRow = typeof decisionOptions.$inferSelect;

export const toDecisionOptions = ({
  programmes,
  aptitudesOff,
  revision,
}: DecisionOptionsRow): DecisionOptions =>
  DecisionOptions.parse({ programmes, aptitudes_off: aptitudesOff, revision });

export function requireDecisionOptionsRow(row: DecisionOptionsRow | undefined): DecisionOptionsRow {
  if (!row) throw new Error('decision_options has no row');
  return row;
}

export async function readDecisionOptions(db: Executor): Promise<DecisionOptions> {
  const [row] = await db.select().from(decisionOptions);
  return toDecisionOptions(requireDecisionOptionsRow(row));
}
