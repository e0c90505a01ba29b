import { isDeepStrictEqual } from 'node:util';
import { inArray } from 'drizzle-orm';
import type { DecisionOptions, DecisionOptionsBody } from '#contract/records/evaluation/decisions.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import { fieldError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { evaluationTypes } from '../../schema/catalogs.ts';
import { decisionOptions } from '../../schema/decisions.ts';
import {
  readDecisionOptions,
  requireDecisionOptionsRow,
  toDecisionOptions,
} from '../queries/decision-options.ts';
import { recordActivity } from '../../audit/index.ts';
import { type IfMatch, requireCurrentRevision } from '../../platform/base/row-revision.ts';

interface DecisionOptionsChange {
  readonly trace: AuditContext;
  readonly body: DecisionOptionsBody;
  readonly ifMatch: IfMatch;
}

async function requireKnownEvaluationTypes(
  tx: Transaction,
  { aptitudes_off: off }: DecisionOptionsBody,
): Promise<void> {
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
const toStoredDecisionOptions = ({ programmes, aptitudes_off: off }: DecisionOptionsBody) => ({
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
  { trace, body, ifMatch }: DecisionOptionsChange,
): Promise<DecisionOptions> {
  const row = requireDecisionOptionsRow((await tx.select().from(decisionOptions).for('update'))[0]);
  const next = toStoredDecisionOptions(body);
  if (isDeepStrictEqual(next, { programmes: row.programmes, aptitudesOff: row.aptitudesOff }))
    return toDecisionOptions(row);
  requireCurrentRevision(row, ifMatch);
  await requireKnownEvaluationTypes(tx, body);
  await tx.update(decisionOptions).set({ ...next, revision: row.revision + 1, updatedAt: trace.at });
  await recordActivity(tx, trace, {
    action: 'decision_options_changed',
    detail: { programmes: next.programmes.length, types: next.aptitudesOff.length },
  });
  return readDecisionOptions(tx);
}
