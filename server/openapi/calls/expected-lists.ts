import type { CallDescriptions } from '../call-description.ts';

export const expectedListCalls = {
  listExpectedLists:
    'List the lists of the active branch. The latest day comes first. The response names no people.',
  createExpectedList: {
    text: 'Create a list with its people. Stores all people or nothing. The client makes the id; a repeated request returns the list that the first one created. `details` names a person by its index, as `people.12.birth_date`.',
    codes: ['idempotency_mismatch'],
  },
  checkExpectedPeople:
    'Compare rows before their import. Finds rows with the same document, patients of the active branch who have the document under other names, and people whom another list of the branch expects on this day. `known_name` is null for users without `register_patients`. The requests of a user are limited.',
  getExpectedList:
    'Get a list with a page of its people. `q` finds names and document numbers. People come by hour, then in the order of the import.',
  cancelExpectedList:
    'Cancel a list. Cancels its people in the state `expected`; other people keep their state. Cancelling it again changes nothing.',
  addExpectedPerson: {
    text: 'Add a person to a list. The client makes the id; a repeated request returns the person that the first one added.',
    codes: ['idempotency_mismatch', 'expected_list_cancelled'],
    body: { identification_number: '9999000097' },
  },
  replaceExpectedPerson: {
    text: 'Replace the data of an expected person. A registered person cannot be changed.',
    codes: ['expected_list_cancelled', 'expected_person_registered'],
  },
  setExpectedPersonState: {
    text: 'Set the state of an expected person. Only a registration leads to `registered`, and then the state is final.',
    codes: ['expected_list_cancelled', 'expected_person_registered'],
  },
} as const satisfies Partial<CallDescriptions>;
