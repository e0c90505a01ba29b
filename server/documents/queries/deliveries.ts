import { type SQL, and, asc, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type {
  DeliveriesQuery,
  Delivery,
  DeliveryList,
  DeliveryState,
} from '#contract/records/evaluation/deliveries.ts';
import type { ReceiptDocument } from '#contract/documents.ts';
import { fullName } from '#domain/patient/name.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { patientSearchPatterns, patternsCondition } from '../../platform/database/queries/search.ts';
import { companies, evaluationTypes } from '../../schema/catalogs.ts';
import { evaluations, receipts } from '../../schema/evaluation/evaluations.ts';
import { patients } from '../../schema/patients.ts';

const employers = alias(companies, 'employers');
const contractors = alias(companies, 'contractors');
const DELIVERED_DOCUMENT: ReceiptDocument = 'concept';

/** Returns the closed evaluations with the receipt of their valid version, and no clinical data. */
const selectDeliveries = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      id: evaluations.id,
      version: evaluations.version,
      closedAt: evaluations.closedAt,
      name: {
        first_name: patients.first_name,
        middle_name: patients.middle_name,
        last_name: patients.last_name,
        second_last_name: patients.second_last_name,
      },
      identification_type: patients.identification_type,
      identification_number: patients.identification_number,
      evaluation_type: { name: evaluationTypes.name, code: evaluationTypes.code },
      employer_company: { name: employers.name, code: employers.code },
      contractor_company: { name: contractors.name, code: contractors.code },
      receipt: { items: receipts.items, receivedAt: receipts.receivedAt },
    })
    .from(evaluations)
    .innerJoin(patients, eq(patients.id, evaluations.patientId))
    .innerJoin(evaluationTypes, eq(evaluationTypes.id, evaluations.evaluation_type_id))
    .innerJoin(employers, eq(employers.id, evaluations.employer_company_id))
    .leftJoin(contractors, eq(contractors.id, evaluations.contractor_company_id))
    .leftJoin(
      receipts,
      and(eq(receipts.evaluationId, evaluations.id), eq(receipts.version, evaluations.version)),
    )
    .where(condition);
type DeliveryRow = Awaited<ReturnType<typeof selectDeliveries>>[number];

function toDelivery({ closedAt, name, receipt, ...row }: DeliveryRow): Delivery {
  if (!closedAt) throw new Error('A closed evaluation lacks the time of its closing');
  const { id, version, evaluation_type, employer_company, contractor_company, ...document } = row;
  return {
    id,
    version,
    closed_at: closedAt.toISOString(),
    patient: { full_name: fullName(name), ...document },
    evaluation_type,
    employer_company,
    contractor_company,
    receipt: receipt && {
      received_at: receipt.receivedAt.toISOString(),
      has_concept: receipt.items.includes(DELIVERED_DOCUMENT),
    },
  };
}

const STATE_CONDITIONS: Readonly<Record<DeliveryState, SQL>> = {
  waiting: isNull(receipts.version),
  delivered: isNotNull(receipts.version),
};

/** The status is a literal and not a parameter, so that every plan can use the index of the closed evaluations. */
const IS_CLOSED_CONDITION = sql`${evaluations.status} = 'cerrada'`;
const DAY_MS = 24 * 60 * 60_000;
const closedOnDayCondition = (branchId: string, at: Date): SQL | undefined => {
  const start = startOfBogotaDay(at.getTime());
  return and(
    eq(evaluations.branchId, branchId),
    IS_CLOSED_CONDITION,
    gte(evaluations.closedAt, new Date(start)),
    lt(evaluations.closedAt, new Date(start + DAY_MS)),
  );
};

interface DeliveryDay {
  readonly branchId: string;
  readonly at: Date;
}

/** Returns a page of the evaluations that the branch closed on the day of `at` in Bogotá, the newest first. */
export async function listDeliveries(
  db: Executor,
  { branchId, at }: DeliveryDay,
  { search, state, page, page_size: size }: DeliveriesQuery,
): Promise<DeliveryList> {
  const ofDay = closedOnDayCondition(branchId, at);
  const named = patternsCondition(sql`${patients.searchText}`, patientSearchPatterns(search));
  const matching = and(named, state && STATE_CONDITIONS[state]) ?? sql`true`;
  const rows = await selectDeliveries(db, and(ofDay, matching))
    .orderBy(desc(evaluations.closedAt), asc(evaluations.id))
    .limit(size)
    .offset((page - 1) * size);
  const [counts] = await db
    .select({
      total: sql<number>`(count(*) filter (where ${matching}))::integer`,
      waiting: sql<number>`(count(*) filter (where ${STATE_CONDITIONS.waiting}))::integer`,
    })
    .from(evaluations)
    .innerJoin(patients, eq(patients.id, evaluations.patientId))
    .leftJoin(
      receipts,
      and(eq(receipts.evaluationId, evaluations.id), eq(receipts.version, evaluations.version)),
    )
    .where(ofDay);
  return { items: rows.map(toDelivery), total: counts?.total ?? 0, waiting: counts?.waiting ?? 0 };
}

/**
 * Returns true if the branch closed the evaluation on another day; false if the evaluation is open or the branch has no such
 * evaluation.
 */
export async function wasClosedOnOtherDay(
  db: Executor,
  { branchId, at }: DeliveryDay,
  id: string,
): Promise<boolean> {
  const [row] = await db
    .select({ isOfDay: sql<boolean>`${closedOnDayCondition(branchId, at)}` })
    .from(evaluations)
    .where(and(eq(evaluations.id, id), eq(evaluations.branchId, branchId), IS_CLOSED_CONDITION));
  return row?.isOfDay === false;
}

/** Returns a closed evaluation of the branch, of any day; undefined if the branch has none with this id. */
export async function findDelivery(
  db: Executor,
  branchId: string,
  id: string,
): Promise<Delivery | undefined> {
  const isClosed = and(eq(evaluations.id, id), eq(evaluations.branchId, branchId), IS_CLOSED_CONDITION);
  const [row] = await selectDeliveries(db, isClosed);
  return row && toDelivery(row);
}
