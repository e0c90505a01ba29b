import { type Placeholder, type SQL, and, sql } from 'drizzle-orm';
import type { EvaluationsQuery } from '#contract/records/evaluation/evaluations.ts';
import { EVALUATION_STATUSES, type EvaluationStatus } from '#contract/vocabulary.ts';
import { type Patterns, personPatterns } from '../base/search.ts';

export const OPEN: readonly EvaluationStatus[] = ['pendiente', 'en_proceso'];

/** A value, or its place in a statement that is put together before any value is known. */
type Asked = string | Placeholder;

/** What is asked of the list: a page of a branch's evaluations. `from` and `to` are days of Bogotá, both included. */
export interface Question extends Pick<EvaluationsQuery, 'search'> {
  readonly branchId: Asked;
  readonly employer_company_id?: Asked | undefined;
  readonly contractor_company_id?: Asked | undefined;
  readonly from?: Asked | undefined;
  readonly to?: Asked | undefined;
  /** Of the search; empty without one. */
  readonly patterns: Patterns<Asked>;
  readonly statuses: readonly EvaluationStatus[];
  /** Who waits longest first; otherwise the newest. */
  readonly oldestFirst: boolean;
  /** So many stand on the pages before. */
  readonly offset: number;
  readonly size: number;
}

const VALUES = ['branchId', 'employer_company_id', 'contractor_company_id', 'from', 'to'] as const;

/** A question's form: what it has in common with those that differ in their values alone, that with places, and its values. */
export interface Shape {
  readonly key: string;
  readonly places: Question;
  readonly values: Readonly<Record<string, unknown>>;
}

export function shapeOf(question: Question): Shape {
  const { statuses, oldestFirst, offset, size, patterns } = question;
  const named = VALUES.filter((name) => question[name] !== undefined);
  const nameOf = (word: number, way: number) => `pattern ${word} ${way}`;
  const eachPattern = patterns.flatMap((ways, word) => ways.map((way, at) => [nameOf(word, at), way]));
  return {
    key: JSON.stringify([statuses, oldestFirst, offset, size, named, patterns.map((ways) => ways.length)]),
    places: {
      ...question,
      ...Object.fromEntries(named.map((name) => [name, sql.placeholder(name)])),
      patterns: patterns.map((ways, word) => ways.map((_, at) => sql.placeholder(nameOf(word, at)))),
    },
    values: { ...question, ...Object.fromEntries(eachPattern) },
  };
}

/** The open ones unless statuses are named. */
export function questionOf(
  branchId: string,
  { status, direction, page, page_size: size, ...asked }: EvaluationsQuery,
): Question {
  const named = status?.length ? status : OPEN;
  const statuses = EVALUATION_STATUSES.filter((known) => named.includes(known));
  const patterns = personPatterns(asked.search);
  const oldestFirst = direction === 'asc';
  return { ...asked, branchId, patterns, statuses, oldestFirst, offset: (page - 1) * size, size };
}

/** Literal, not a parameter: a generic plan misjudges the row count. Safe: contract values only. */
export const statusesOf = ({ statuses }: Question): SQL => sql.raw(`'{${statuses.join(',')}}'::text[]`);
export const written = (count: number): SQL => sql.raw(String(count));

/** The order of a page, which every index of evaluations has from one end or the other. `of`: the table's name and a dot. */
export const orderOf = ({ oldestFirst }: Pick<Question, 'oldestFirst'>, of = ''): SQL =>
  sql.raw(oldestFirst ? `${of}started_at asc, ${of}id desc` : `${of}started_at desc, ${of}id asc`);

/** The instant at which a day of America/Bogota begins. Colombia has kept UTC−5 since 1993. */
const startOf = (day: SQL): SQL => sql`(${day})::timestamp at time zone interval '-05:00'`;

/** The days that are asked for, the last one outside; undefined where there is no end. */
export const daysOf = ({ from, to }: Question): { first: SQL | undefined; end: SQL | undefined } => ({
  first: from === undefined ? undefined : sql`${from}::date`,
  end: to === undefined ? undefined : sql`(${to}::date + 1)`,
});

/** The conditions of `startedAt`, the later end outside. */
export const between = (startedAt: SQL, first: SQL | undefined, end: SQL | undefined): SQL | undefined =>
  and(first && sql`${startedAt} >= ${startOf(first)}`, end && sql`${startedAt} < ${startOf(end)}`);

/** The branch and the companies, of the evaluations or of what is kept of them under the same names. */
export const ofBranch = (table: SQL, question: Question): SQL | undefined => {
  const { branchId, employer_company_id: employer, contractor_company_id: contractor } = question;
  return and(
    sql`${table}.branch_id = ${branchId}::uuid`,
    employer === undefined ? undefined : sql`${table}.employer_company_id = ${employer}::uuid`,
    contractor === undefined ? undefined : sql`${table}.contractor_company_id = ${contractor}::uuid`,
  );
};
