import type { ExpectedDayList } from '#contract/records/evaluation/expected-day.ts';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import { normalizeDocumentNumber } from '../patient/document.ts';
import { fullName, type NameFields } from '../patient/name.ts';
import { patientSearchWordForms } from '../patient/search.ts';
import { foldText } from '../text/fold.ts';

export interface ExpectedDayPeople {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly lists: readonly ExpectedDayList[];
  readonly people: readonly ExpectedPerson[];
}

interface IndexedPerson {
  readonly person: ExpectedPerson;
  /** Folded names, document type and number, company and brigade. */
  readonly folded: string;
}

export interface ExpectedDayIndex extends ExpectedDayPeople {
  readonly listById: ReadonlyMap<string, ExpectedDayList>;
  readonly personById: ReadonlyMap<string, ExpectedPerson>;
  /** People by document, in the order of their hour. */
  readonly byDocument: ReadonlyMap<string, readonly ExpectedPerson[]>;
  /** People by folded full name. */
  readonly byName: ReadonlyMap<string, readonly ExpectedPerson[]>;
  /** People in the order of their hour, without an hour at the end; then by name. */
  readonly entries: readonly IndexedPerson[];
}

interface Document {
  readonly identification_type: IdentificationType;
  readonly identification_number: string;
}

const documentKeyOf = ({ identification_type: type, identification_number: number }: Document): string =>
  `${type} ${normalizeDocumentNumber(type, number)}`;

const nameKeyOf = (person: NameFields): string => foldText(fullName(person));

interface FoldedPerson {
  readonly document: string;
  readonly name: string;
}

/**
 * Folded texts of a person. A refresh of the day replaces only the objects of changed people, so that the index of ten thousand
 * people is created again in a few milliseconds.
 */
const foldedPeople = new WeakMap<ExpectedPerson, FoldedPerson>();

function foldPerson(person: ExpectedPerson): FoldedPerson {
  const known = foldedPeople.get(person);
  if (known) return known;
  const folded = { document: documentKeyOf(person), name: nameKeyOf(person) };
  foldedPeople.set(person, folded);
  return folded;
}

const addToGroup = (groups: Map<string, ExpectedPerson[]>, key: string, person: ExpectedPerson): void => {
  const group = groups.get(key);
  if (group) group.push(person);
  else groups.set(key, [person]);
};

/** Time of day that sorts after every other one. */
const NO_HOUR = '99';
const orderKeyOf = (person: ExpectedPerson): string => `${person.hour ?? NO_HOUR} ${foldPerson(person).name}`;
const compareHoursAndNames = (one: ExpectedPerson, other: ExpectedPerson): number => {
  const [first, second] = [orderKeyOf(one), orderKeyOf(other)];
  return first < second ? -1 : Number(first > second);
};

/** Returns the index with which reception finds the people of a day. */
export function createExpectedDayIndex({ day, lists, people }: ExpectedDayPeople): ExpectedDayIndex {
  const listById = new Map(lists.map((list) => [list.id, list]));
  const foldedListById = new Map(
    lists.map(({ id, company, brigade }) => [
      id,
      foldText(`${company.name} ${company.code} ${brigade ?? ''}`),
    ]),
  );
  const personById = new Map<string, ExpectedPerson>();
  const byDocument = new Map<string, ExpectedPerson[]>();
  const byName = new Map<string, ExpectedPerson[]>();
  const entries: IndexedPerson[] = [];
  for (const person of people.toSorted(compareHoursAndNames)) {
    const { document, name } = foldPerson(person);
    personById.set(person.id, person);
    addToGroup(byDocument, document, person);
    addToGroup(byName, name, person);
    const folded = `${name} ${document.toLowerCase()} ${foldedListById.get(person.list_id) ?? ''}`;
    entries.push({ person, folded });
  }
  return { day, lists, people, listById, personById, byDocument, byName, entries };
}

/** Returns the announcements of a document, those of cancelled people last. */
export const findExpectedByDocument = (
  index: ExpectedDayIndex,
  document: Document,
): readonly ExpectedPerson[] => sortCancelledLast(index.byDocument.get(documentKeyOf(document)) ?? []);

/** Returns the announcements with exactly these names, ignoring capitals and accents; none without a surname or given name. */
export const findExpectedByName = (index: ExpectedDayIndex, person: NameFields): readonly ExpectedPerson[] =>
  person.first_name.trim() === '' || person.last_name.trim() === ''
    ? []
    : sortCancelledLast(index.byName.get(nameKeyOf(person)) ?? []);

function sortCancelledLast(people: readonly ExpectedPerson[]): readonly ExpectedPerson[] {
  const isCancelled = ({ status }: ExpectedPerson) => status.state === 'cancelled';
  return [...people.filter((one) => !isCancelled(one)), ...people.filter(isCancelled)];
}

export interface ExpectedSearchResult {
  readonly people: readonly ExpectedPerson[];
  /** Number of all matches. */
  readonly total: number;
}

/**
 * Searches the day by names, document, company and brigade, as the search of patients does. Returns the first `limit` matches by
 * hour; all people for an empty query. `isWanted` leaves people out, for example by their state.
 */
export function searchExpectedDay(
  index: ExpectedDayIndex,
  query: string,
  limit: number,
  isWanted: (person: ExpectedPerson) => boolean = () => true,
): ExpectedSearchResult {
  const words = patientSearchWordForms(query);
  const people: ExpectedPerson[] = [];
  let total = 0;
  for (const { person, folded } of index.entries) {
    if (!words.every((forms) => forms.some((form) => folded.includes(form)))) continue;
    if (!isWanted(person)) continue;
    total += 1;
    if (people.length < limit) people.push(person);
  }
  return { people, total };
}

/** Returns true if the person has further registrations about which no user has decided. */
export const isRepeatedPerson = ({ status }: ExpectedPerson): boolean =>
  status.state === 'registered' && status.repeated.length > 0;
