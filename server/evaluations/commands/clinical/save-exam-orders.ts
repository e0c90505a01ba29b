import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { SaveExamOrdersBody } from '#contract/records/evaluation/clinical.ts';
import type { FieldProblem } from '#contract/errors.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { exams } from '../../../schema/catalogs.ts';
import { examOrders } from '../../../schema/evaluation/evaluations.ts';
import { fieldError } from '../../../platform/base/errors.ts';
import type { FoundEvaluation } from '../../queries/evaluation.ts';
import {
  type EvaluationChangeContext,
  concludeChange,
  lockOpenEvaluation,
  revisionUpdateStatement,
} from './change-evaluation.ts';

type ExamOrderInput = SaveExamOrdersBody['orders'][number];
type ResultItem = Extract<ExamOrderInput, { order_id: string }>;
type AddedOrder = Extract<ExamOrderInput, { exam_id: string }>;
type ExamOrderRow = typeof examOrders.$inferSelect;

const isResultItem = (item: ExamOrderInput): item is ResultItem => 'order_id' in item;
const isAddition = (item: ExamOrderInput): item is AddedOrder => 'exam_id' in item;
const toLowerCase = (id: string): string => id.toLowerCase();

interface StoredOrdersAndExams {
  readonly orders: readonly ExamOrderRow[];
  /** Exams that the request names, by id; the value is true for an active exam. */
  readonly exams: ReadonlyMap<string, boolean>;
}

async function readOrdersAndExams(
  tx: Transaction,
  evaluationId: string,
  items: readonly ExamOrderInput[],
): Promise<StoredOrdersAndExams> {
  const named = items.filter(isAddition).map(({ exam_id }) => toLowerCase(exam_id));
  const rows = await tx
    .select({ id: exams.id, is_active: exams.is_active })
    .from(exams)
    .where(inArray(exams.id, named));
  return {
    orders: await tx.select().from(examOrders).where(eq(examOrders.evaluationId, evaluationId)),
    exams: new Map(rows.map(({ id, is_active }) => [id, is_active])),
  };
}

/** Returns the reason why this item cannot be saved; null if it can. `earlier` are the preceding items of the same request. */
function findOrderProblem(
  item: ExamOrderInput,
  earlier: readonly ExamOrderInput[],
  known: StoredOrdersAndExams,
): string | null {
  if (isResultItem(item)) {
    const id = toLowerCase(item.order_id);
    if (!known.orders.some((order) => order.id === id)) return 'El examen no es de esta evaluación.';
    const twice = earlier.some((other) => isResultItem(other) && toLowerCase(other.order_id) === id);
    return twice ? 'Este resultado llegó dos veces.' : null;
  }
  const id = toLowerCase(item.exam_id);
  const is_active = known.exams.get(id);
  if (is_active === undefined) return 'El examen no existe.';
  if (!is_active) return 'El examen está inactivo. Elige otro.';
  const twice =
    known.orders.some((order) => order.examId === id) ||
    earlier.some((other) => isAddition(other) && toLowerCase(other.exam_id) === id);
  return twice ? 'Este examen ya está asociado a la evaluación.' : null;
}

function rejectUnusableOrders(items: readonly ExamOrderInput[], known: StoredOrdersAndExams): void {
  const problems = items.flatMap((item, index): FieldProblem[] => {
    const message = findOrderProblem(item, items.slice(0, index), known);
    return message === null
      ? []
      : [{ field: `orders.${index}.${isResultItem(item) ? 'order_id' : 'exam_id'}`, message }];
  });
  if (problems.length > 0) throw fieldError(...problems);
}

/** Writes the results that differ from the stored ones. Unchanged results keep their author and time. */
async function writeChangedResults(
  tx: Transaction,
  { trace }: EvaluationChangeContext,
  results: readonly ResultItem[],
  known: StoredOrdersAndExams,
) {
  const changed = results.filter(({ order_id, result_notes }) =>
    known.orders.some((order) => order.id === toLowerCase(order_id) && order.resultNotes !== result_notes),
  );
  for (const { order_id, result_notes } of changed)
    await tx
      .update(examOrders)
      .set({ resultNotes: result_notes, updatedAt: trace.at, updatedBy: trace.actor.userId })
      .where(eq(examOrders.id, order_id));
  return changed.length;
}

async function addOrders(
  tx: Transaction,
  { trace, evaluationId }: EvaluationChangeContext,
  additions: readonly AddedOrder[],
) {
  if (additions.length === 0) return;
  await tx.insert(examOrders).values(
    additions.map(({ exam_id, result_notes }, index) => ({
      id: randomUUID(),
      evaluationId,
      examId: exam_id,
      resultNotes: result_notes,
      // Orders are sorted by `createdAt`. Each new order is one millisecond later than the previous one, so that the doctor's
      // order is kept.
      createdAt: new Date(trace.at.getTime() + index),
      updatedAt: trace.at,
      updatedBy: trace.actor.userId,
    })),
  );
}

/**
 * Sets results of existing orders and adds exams. Either all items are saved or none.
 * @throws not_found, evaluation_closed, precondition_failed; validation_failed with a message for each item that cannot be
 * saved
 */
export async function saveExamOrders(
  tx: Transaction,
  change: EvaluationChangeContext,
  { orders: items }: SaveExamOrdersBody,
): Promise<FoundEvaluation> {
  const row = await lockOpenEvaluation(tx, change);
  const known = await readOrdersAndExams(tx, row.id, items);
  rejectUnusableOrders(items, known);
  const additions = items.filter(isAddition);
  const results = await writeChangedResults(tx, change, items.filter(isResultItem), known);
  await addOrders(tx, change, additions);
  if (results + additions.length === 0) return concludeChange(tx, change, null);
  const status = items.some(({ result_notes }) => result_notes !== null) ? 'en_proceso' : row.status;
  await revisionUpdateStatement(tx, row.id, change.trace.at, { status });
  const detail = { results, added: additions.length };
  return concludeChange(tx, change, { action: 'results_saved', detail });
}
