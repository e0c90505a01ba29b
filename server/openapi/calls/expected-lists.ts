import type { CallDescriptions } from '../call-description.ts';
import { EXAMPLE_INSTANT, EXAMPLE_RECEPTIONIST_NAME, exampleId } from '../example-values.ts';

const DECISION = { at: EXAMPLE_INSTANT, by: EXAMPLE_RECEPTIONIST_NAME };

export const expectedListCalls = {
  listExpectedLists:
    'List the lists of the active branch. The latest day comes first. The response contains no people.',
  createExpectedList: {
    text: 'Create a list with its people. Stores all people or nothing. The client makes the id; a repeated request returns the list that the first one created. `details` contains the index of the people with errors, as in `people.12.birth_date`. At most 500,000 JSON values are accepted: 10,000 people with five additional fields. The requests of a user are limited.',
    codes: ['idempotency_mismatch'],
    headers: ['X-Branch-Id'],
  },
  getRememberedColumns:
    "Get the columns of a company's last imported list. They are of the last one with the same titles: `titles_sha256` is the digest of the titles; `remembered` is null without such a list.",
  checkExpectedPeople:
    'Check rows before their import. Finds rows with the same document, patients of the active branch who have the document under other names, and people of other lists of the branch on this day. `known_name` is null for users without `register_patients`. The requests of a user are limited.',
  getExpectedList:
    'Get a list with a page of its people. `q` finds names and document numbers; `state` `unsettled` finds people with further evaluations that no user settled. People come by hour, then in the order of the import.',
  cancelExpectedList: {
    text: 'Set a list to cancelled. Cancels its people in the state `expected`; the others keep their state. Repeating it changes nothing.',
    codes: ['expected_list_closed'],
    headers: ['X-Branch-Id'],
    answer: { status: { state: 'cancelled', ...DECISION }, counts: { expected: 0, cancelled: 1 } },
  },
  addExpectedPerson: {
    text: 'Add one of the expected people to a list. The client makes the id; a repeated request adds nothing.',
    codes: ['idempotency_mismatch', 'expected_list_cancelled', 'expected_list_closed'],
    headers: ['X-Branch-Id'],
    body: { identification_number: '9999000097' },
  },
  replaceExpectedPerson: {
    text: 'Replace the data of one of the expected people. Replaces every field. Only data without a registration can be replaced, and only in an open list.',
    codes: ['expected_list_cancelled', 'expected_list_closed', 'expected_person_registered'],
    headers: ['X-Branch-Id'],
  },
  setExpectedPersonState: {
    text: 'Set the state of one of the expected people. Only a registration leads to `registered`, and then the state is final. In a closed list `expected` cannot be chosen. `at` is the time at which a device noted the state.',
    codes: ['expected_list_cancelled', 'expected_list_closed', 'expected_person_registered'],
    headers: ['X-Branch-Id'],
    body: { state: 'arrived' },
    answer: { status: { state: 'arrived', ...DECISION }, revision: 2 },
  },
  getExpectedDay: {
    text: 'Get the people of a day in the active branch. A page has at most 1,000. Without `since`, the people who are not cancelled; with `since`, the `cursor` of an earlier response, those who changed since, also cancelled ones (`complete` is false). A change may appear twice, but none is missed. An unknown `since` returns the whole day (`complete` is true). `after` is the `next` of the previous page and replaces `since`. All pages of a reading have the same `cursor`; a page with another one begins a new reading.',
    headers: ['X-Branch-Id'],
  },
  settleExpectedRepetition: {
    text: 'Set whether an evaluation repeats another one. Both belong to one of the expected people. At least one evaluation of each must stay. A decision can be changed; repeating it changes nothing. Nothing is deleted.',
    headers: ['X-Branch-Id'],
    body: { evaluation_id: exampleId('Evaluation'), decision: 'keep' },
  },
} as const satisfies Partial<CallDescriptions>;
