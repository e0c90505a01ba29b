import * as z from 'zod/mini';
import { DateOnly, Uuid } from '../../primitives.ts';
import { REPETITION_DECISIONS } from '../../vocabulary.ts';
import { ExpectedList, ExpectedPerson } from './expected-lists.ts';

/** Maximum number of people of a branch and day, without cancelled ones, and of its lists. */
export const EXPECTED_DAY_PEOPLE_MAX = 20_000;
export const EXPECTED_DAY_LISTS_MAX = 1000;
/** Maximum number of people of one response of GET /expected-people. */
export const EXPECTED_DAY_PAGE_SIZE = 1000;

/** Position in a reading. Only the server interprets it. */
const ReadingPosition = z
  .string()
  .check(z.regex(/^[\w.-]{1,200}$/, 'Lee el día de nuevo, sin este parámetro.'));

/**
 * Query of GET /expected-people. Without `since`, the people of the day who are not cancelled are read; with `since`, the
 * `cursor` of an earlier response, those who changed since. `after` is the `next` of the previous page of the same reading.
 */
export const ExpectedDayQuery = z.object({
  day: DateOnly,
  since: z.optional(ReadingPosition),
  after: z.optional(ReadingPosition),
});
export type ExpectedDayQuery = z.output<typeof ExpectedDayQuery>;

/** List of the day; its people are in `people` of ExpectedDay. */
export const ExpectedDayList = z.pick(ExpectedList, { id: true, company: true, brigade: true, status: true });
export type ExpectedDayList = z.infer<typeof ExpectedDayList>;

/**
 * Page of the people of a day in the active branch. All pages of a reading have the same `cursor` and `complete`; a page with
 * another cursor is the first one of a new reading, which replaces the collected pages.
 */
export const ExpectedDay = z.object({
  day: DateOnly,
  /**
   * True if the reading contains the whole day and replaces the stored people; false if it contains only changed people, also
   * those who were cancelled. An unknown `since` leads to a complete reading.
   */
  complete: z.boolean(),
  /** All lists of the day, also cancelled ones, on every page. */
  lists: z.array(ExpectedDayList).check(z.maxLength(EXPECTED_DAY_LISTS_MAX)),
  /** People in the order of their ids; a reading by changes may contain unchanged people too. */
  people: z.array(ExpectedPerson).check(z.maxLength(EXPECTED_DAY_PAGE_SIZE)),
  /** `after` of the next page; null on the last page. */
  next: z.nullable(ReadingPosition),
  /** `since` of the next reading. */
  cursor: ReadingPosition,
});
export type ExpectedDay = z.infer<typeof ExpectedDay>;

/**
 * Body of POST /expected-people/{id}/settlement: 'keep' keeps an evaluation of the person as a further one, 'repeats' states
 * that it repeats another one. If the person's first evaluation repeats another one, the earliest kept one replaces it;
 * without one, the earliest that is not settled does.
 */
export const ExpectedSettlementBody = z.object({
  evaluation_id: Uuid,
  decision: z.enum(REPETITION_DECISIONS, 'Elige qué hacer con la evaluación.'),
});
export type ExpectedSettlementBody = z.infer<typeof ExpectedSettlementBody>;
