import type { CapturedRegistration } from './page/chaos-page.ts';

export interface AnnouncedOnServer {
  readonly id: string;
  readonly list: string;
  readonly state: string;
  readonly document: string;
}

export interface AnnouncedRegistration {
  readonly person: string;
  readonly evaluation: string;
  readonly repeated: boolean;
  /** Document of the evaluation's patient. */
  readonly document: string;
}

interface KnownByTablets {
  readonly confirmed: readonly Pick<CapturedRegistration, 'document' | 'expectedId'>[];
  /** Returns true if a tab died while the document was being registered. */
  readonly isUncertain: (document: string) => boolean;
  /** Ids of people whose arrival a tablet has stored. */
  readonly arrivedIds: readonly string[];
}

/** Returns each confirmed registration of an announced person that the server does not connect with this person. */
const findUnconnected = (
  people: readonly AnnouncedOnServer[],
  registrations: readonly AnnouncedRegistration[],
  { confirmed }: KnownByTablets,
): string[] =>
  confirmed
    .filter(({ expectedId }) => people.some(({ id }) => id === expectedId))
    .filter(
      ({ document, expectedId }) =>
        registrations.filter((one) => one.document === document && one.person === expectedId).length !== 1,
    )
    .map(({ document, expectedId }) => `not connected once: ${document} with ${expectedId}`);

/** Returns what is wrong about one person, given the registrations of this person. */
function findPersonProblems(
  { id, state, document }: AnnouncedOnServer,
  own: readonly AnnouncedRegistration[],
  { confirmed, isUncertain, arrivedIds }: KnownByTablets,
): string[] {
  const isConfirmed = (registered: string) =>
    confirmed.some(
      (one) =>
        one.document === registered &&
        // A draft that was confirmed after a crash does not report its person.
        (one.expectedId === id || (one.expectedId === undefined && registered === document)),
    );
  const invented = own.filter((one) => !isConfirmed(one.document) && !isUncertain(one.document));
  const isRegistered = state === 'registered';
  return [
    ...(isRegistered === own.length > 0 ? [] : [`${document} is ${state} with ${own.length} evaluations`]),
    ...(isRegistered && own.filter(({ repeated }) => !repeated).length !== 1
      ? [`${document} has not one first evaluation`]
      : []),
    ...invented.map((one) => `nobody registered ${document} by ${one.document}`),
    ...(arrivedIds.includes(id) && state !== 'arrived' ? [`${document} arrived and is ${state}`] : []),
  ];
}

/** Returns each difference between the announced people at the server and what the tablets confirmed. */
export const compareAnnounced = (
  people: readonly AnnouncedOnServer[],
  registrations: readonly AnnouncedRegistration[],
  known: KnownByTablets,
): string[] => [
  ...findUnconnected(people, registrations, known),
  ...people.flatMap((person) =>
    findPersonProblems(
      person,
      registrations.filter((one) => one.person === person.id),
      known,
    ),
  ),
];
