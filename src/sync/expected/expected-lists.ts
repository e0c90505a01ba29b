import { HEADER } from '#contract/headers.ts';
import { PAGE_SIZE_DEFAULT } from '#contract/limits.ts';
import type { ExpectedSettlementBody } from '#contract/records/evaluation/expected-day.ts';
import type {
  AddExpectedPersonBody,
  CheckExpectedPeopleBody,
  CreateExpectedListBody,
  ExpectedList,
  ExpectedListPeople,
  ExpectedLists,
  ExpectedPeopleState,
  ExpectedPerson,
  ExpectedPersonBody,
  ExpectedPersonFinding,
  ExpectedStateBody,
} from '#contract/records/evaluation/expected-lists.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';
import { createIfMatchHeader, saveResultOf, type SaveResult } from '../requests/saving.ts';

/** Time for calls with up to 10,000 people, ms: a slow line needs a minute for their 4 MB. */
const PEOPLE_TIMEOUT_MS = 120_000;

export interface ExpectedListsFilter {
  /** '' for all companies. */
  readonly companyId: string;
  /** First and last day, YYYY-MM-DD; '' for no limit. */
  readonly from: string;
  readonly to: string;
  /** Page number, counted from 1. */
  readonly page: number;
}

/**
 * Returns a page of the lists of the active branch. They stay in memory, like all data of announced people.
 * @throws Unreachable, Rejected
 */
export async function fetchExpectedLists(filter: ExpectedListsFilter): Promise<ExpectedLists> {
  const { companyId, from, to, page } = filter;
  const response = await sendRequest('listExpectedLists', {
    query: { company_id: companyId, from, to, page, page_size: PAGE_SIZE_DEFAULT },
  });
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

export interface ExpectedPeopleFilter {
  readonly search: string;
  readonly state: ExpectedPeopleState | 'all';
  /** Page number, counted from 1. */
  readonly page: number;
  readonly size: number;
}

/**
 * Returns a list with a page of its people.
 * @throws Unreachable, Rejected
 */
export async function fetchExpectedPeople(
  id: string,
  { search, state, page, size }: ExpectedPeopleFilter,
): Promise<ExpectedListPeople> {
  const response = await sendRequest('getExpectedList', {
    params: { id },
    query: { q: search.trim(), state: state === 'all' ? '' : state, page, page_size: size },
  });
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

/**
 * Returns the person as it is stored now; null if the list no longer has it.
 * @throws Unreachable, Rejected
 */
export async function fetchExpectedPerson({
  id,
  list_id,
}: Pick<ExpectedPerson, 'id' | 'list_id'>): Promise<ExpectedPerson | null> {
  const response = await sendRequest('getExpectedList', {
    params: { id: list_id },
    query: { person_id: id, page_size: 1 },
  });
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body.items.find((person) => person.id === id) ?? null;
}

/**
 * Creates a list with all its people. A repetition with the same content responds with the stored list.
 * @param branchId branch for which the user prepared the list; the server rejects the list if another branch is active
 */
export const createExpectedList = async (
  body: CreateExpectedListBody,
  branchId: string | null,
): Promise<SaveResult<ExpectedList>> =>
  saveResultOf(
    await sendRequest('createExpectedList', {
      body,
      headers: branchId === null ? {} : { [HEADER.branchId]: branchId },
      timeoutMs: PEOPLE_TIMEOUT_MS,
    }),
  );

/**
 * Compares rows with the patients and lists of the active branch.
 * @throws Unreachable, Rejected
 */
export async function checkExpectedPeople(
  body: CheckExpectedPeopleBody,
): Promise<readonly ExpectedPersonFinding[]> {
  const response = await sendRequest('checkExpectedPeople', { body, timeoutMs: PEOPLE_TIMEOUT_MS });
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body.findings;
}

export const cancelExpectedList = async (id: string): Promise<SaveResult<ExpectedList>> =>
  saveResultOf(await sendRequest('cancelExpectedList', { params: { id } }));

export const addExpectedPerson = async (
  listId: string,
  body: AddExpectedPersonBody,
): Promise<SaveResult<ExpectedPerson>> =>
  saveResultOf(await sendRequest('addExpectedPerson', { params: { id: listId }, body }));

/** Sets the state of a person, unless another user has changed the person since it was read. */
export const setExpectedPersonState = async (
  person: ExpectedPerson,
  body: ExpectedStateBody,
): Promise<SaveResult<ExpectedPerson>> =>
  saveResultOf(
    await sendRequest('setExpectedPersonState', {
      params: { id: person.id },
      headers: createIfMatchHeader(person),
      body,
    }),
  );

/** Replaces the data of a person, unless another user has changed the person since it was read. */
export const replaceExpectedPerson = async (
  person: ExpectedPerson,
  body: ExpectedPersonBody,
): Promise<SaveResult<ExpectedPerson>> =>
  saveResultOf(
    await sendRequest('replaceExpectedPerson', {
      params: { id: person.id },
      headers: createIfMatchHeader(person),
      body,
    }),
  );

/** Decides about one of the evaluations of a person who was registered several times. A later decision replaces an earlier one. */
export const settleRepetition = async (
  personId: string,
  body: ExpectedSettlementBody,
): Promise<SaveResult<ExpectedPerson>> =>
  saveResultOf(await sendRequest('settleExpectedRepetition', { params: { id: personId }, body }));
