import { type SQL, and, sql } from 'drizzle-orm';
import { matchesPerson } from '../base/search.ts';
import { type Question, between, daysOf, ofBranch, statusesOf } from './question.ts';

const ROWS = sql.raw('evaluations');
const CHANGES = sql.raw('changed');

const conditions = (table: SQL, question: Question): SQL | undefined => {
  const { first, end } = daysOf(question);
  return and(
    ofBranch(table, question),
    sql`${table}.status = any(${statusesOf(question)})`,
    between(sql`${table}.started_at`, first, end),
  );
};

/** As a set of persons: what is known of them decides which index leads. */
const found = (question: Question): SQL | undefined =>
  and(
    conditions(ROWS, question),
    sql`evaluations.patient_id in (select id from patients where ${matchesPerson(sql`search_text`, question.search)})`,
  );

export const countOf = (question: Question): SQL =>
  sql`(select count(*)::integer from evaluations where ${found(question)})`;

/** How many more are found for what has changed since the last fold. */
export const foundSince = (question: Question): SQL => sql`(
  select coalesce(sum(changed.evaluations), 0)::integer from evaluation_changes changed
  join patients on patients.id = changed.patient_id
  where ${and(conditions(CHANGES, question), matchesPerson(sql`patients.search_text`, question.search))})`;

/**
 * Grows whenever `foundSince` does not tell all since the last fold: somebody was renamed into or out of what is looked for,
 * or very many evaluations changed at once.
 */
export const untoldSince = (question: Question): SQL => sql`(
  (select count(*) from patient_renames
    where (${matchesPerson(sql`before`, question.search)}) is distinct from coalesce(${matchesPerson(sql`after`, question.search)}, false))
  + (select count(*) from evaluation_changes where patient_id is null))::integer`;

/** No further than the end is walked: `total` is known before. */
export const idsOf = (question: Question, total: SQL): SQL => sql`
  select evaluations.id from evaluations
  where ${and(found(question), question.offset > 0 ? sql`${question.offset} < ${total}` : undefined)}
  order by evaluations.started_at desc, evaluations.id
  limit ${sql.raw(String(question.size))} offset ${sql.raw(String(question.offset))}`;
