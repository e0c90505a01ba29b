import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem } from '#contract/errors.ts';
import type {
  DecisionChanges,
  DecisionName,
  DecisionOptions,
  Decisions,
} from '#contract/records/evaluation/decisions.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { APTITUDE_LABELS } from '#contract/vocabulary.ts';
import { fieldError } from '../../../platform/base/errors.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { decisions } from '../../../schema/decisions.ts';
import { readDecisionOptions } from '../../../catalogs/index.ts';
import { decisionsOf } from '../../queries/decisions.ts';
import type { EvaluationChangeContext, EvaluationRow } from './change-evaluation.ts';

interface DecisionUpdate {
  readonly changes: DecisionChanges;
  readonly before: Decisions;
}

const isAptitudeHidden = (
  { aptitudes_off: off }: DecisionOptions,
  typeId: string,
  aptitude: string,
): boolean =>
  off.some(({ evaluation_type_id: id, aptitudes }) => id === typeId && aptitudes.includes(aptitude));

export async function isAptitudeOffered(
  tx: Transaction,
  { decisions: chosen, evaluation_type: type }: Evaluation,
): Promise<boolean> {
  const aptitude = chosen?.aptitude ?? null;
  return aptitude === null || !isAptitudeHidden(await readDecisionOptions(tx), type.id, aptitude);
}

function aptitudeProblems(
  { changes: { aptitude } }: DecisionUpdate,
  options: DecisionOptions,
  typeId: string,
): FieldProblem[] {
  if (!aptitude || !isAptitudeHidden(options, typeId, aptitude)) return [];
  const message = `«${APTITUDE_LABELS[aptitude]}» no se ofrece en este tipo de evaluación. Elige otro concepto.`;
  return [{ field: 'decisions.aptitude', message }];
}

/**
 * Returns an error if the chosen programme is not in the clinic's list. A programme that the evaluation already has stays valid
 * after its removal from the list.
 */
function programmeProblems(
  { changes: { surveillance }, before }: DecisionUpdate,
  { programmes }: DecisionOptions,
): FieldProblem[] {
  const known = new Set([...programmes, ...(before.surveillance ?? []).map(({ programme }) => programme)]);
  const unknown = (surveillance ?? []).find(({ programme }) => !known.has(programme));
  if (!unknown) return [];
  const message = `El programa «${unknown.programme}» no está en la lista de la clínica.`;
  return [{ field: 'decisions.surveillance', message }];
}

/**
 * Rejects decisions that the clinic does not offer.
 * @throws validation_failed
 */
async function requireOfferedDecisions(
  tx: Transaction,
  choice: DecisionUpdate,
  { evaluation_type_id }: EvaluationRow,
) {
  if (!choice.changes.aptitude && !choice.changes.surveillance?.length) return;
  const options = await readDecisionOptions(tx);
  const problems = [
    ...aptitudeProblems(choice, options, evaluation_type_id),
    ...programmeProblems(choice, options),
  ];
  if (problems.length > 0) throw fieldError(...problems);
}

/**
 * Returns the decisions that differ from the stored ones. A retry of a saved change therefore changes nothing, and its
 * decisions are not checked again.
 */
const findChangedDecisions = ({ changes, before }: DecisionUpdate): DecisionChanges =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, before[name as DecisionName]),
    ),
  );

/**
 * Result of saving. `changed` names the changed decisions. `isChosen` is true if at least one decision was set; false if
 * decisions were only removed.
 */
interface SavedDecisions {
  readonly names: readonly string[];
  readonly isChosen: boolean;
}

/**
 * Sets the named decisions of an evaluation. The caller must have locked the evaluation's row.
 * @throws validation_failed for an aptitude or a programme that the clinic does not offer
 */
export async function saveDecisions(
  tx: Transaction,
  { trace }: EvaluationChangeContext,
  row: EvaluationRow,
  named: DecisionChanges = {},
): Promise<SavedDecisions> {
  const before = await decisionsOf(tx, row.id);
  const changes = findChangedDecisions({ changes: named, before });
  const names = Object.keys(changes);
  if (names.length === 0) return { names, isChosen: false };
  await requireOfferedDecisions(tx, { changes, before }, row);
  const set = { ...changes, updatedAt: trace.at, updatedBy: trace.actor.userId };
  await tx
    .insert(decisions)
    .values({ evaluationId: row.id, createdAt: trace.at, ...set })
    .onConflictDoUpdate({ target: decisions.evaluationId, set });
  return { names, isChosen: Object.values(changes).some((value) => value !== null) };
}
