import { isDeepStrictEqual } from 'node:util';
import { inArray } from 'drizzle-orm';
import type { DecisionOptions, DecisionOptionsBody } from '#contract/records/evaluation/decisions.ts';
import type { AuditContext } from '../../access/audit-context.ts';
import { fieldError } from '../../base/errors.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { evaluationTypes } from '../../database/tables/catalogs.ts';
import { decisionOptions } from '../../database/tables/decisions.ts';
import {
  readDecisionOptions,
  requireRow,
  toDecisionOptions,
} from '../../queries/catalogs/decision-options.ts';
import { recordActivity } from '../log/record-activity.ts';
import { type IfMatch, requireRevision } from '../rows/row-revision.ts';

interface OptionsChange {
  readonly trace: AuditContext;
  readonly body: DecisionOptionsBody;
  readonly ifMatch: IfMatch;
}

async function requireTypes(tx: Transaction, { aptitudes_off: off }: DecisionOptionsBody): Promise<void> {
  const ids = off.map(({ evaluation_type_id: id }) => id);
  if (ids.length === 0) return;
  const found = await tx
    .select({ id: evaluationTypes.id })
    .from(evaluationTypes)
    .where(inArray(evaluationTypes.id, ids));
  if (found.length < ids.length)
    throw fieldError({ field: 'aptitudes_off', message: 'El tipo de evaluación no existe.' });
}

/**
 * Returns the options without evaluation types that hide no aptitude, so that options with the same effect compare as equal.
 */
const wanted = ({ programmes, aptitudes_off: off }: DecisionOptionsBody) => ({
  programmes,
  aptitudesOff: off
    .filter(({ aptitudes }) => aptitudes.length > 0)
    .map(({ evaluation_type_id: id, aptitudes }) => ({ evaluation_type_id: id.toLowerCase(), aptitudes })),
});

/**
 * Replaces the offered programmes and the hidden aptitudes. A request whose values are already stored succeeds without a new
 * revision, so that the device can retry a change after a lost response.
 * @throws validation_failed for a type that does not exist, precondition_failed
 */
export async function setDecisionOptions(
  tx: Transaction,
  { trace, body, ifMatch }: OptionsChange,
): Promise<DecisionOptions> {
  const row = requireRow((await tx.select().from(decisionOptions).for('update'))[0]);
  const next = wanted(body);
  if (isDeepStrictEqual(next, { programmes: row.programmes, aptitudesOff: row.aptitudesOff }))
    return toDecisionOptions(row);
  requireRevision(row, ifMatch);
  await requireTypes(tx, body);
  await tx.update(decisionOptions).set({ ...next, revision: row.revision + 1, updatedAt: trace.at });
  await recordActivity(tx, trace, {
    action: 'decision_options_changed',
    detail: { programmes: next.programmes.length, types: next.aptitudesOff.length },
  });
  return readDecisionOptions(tx);
}
