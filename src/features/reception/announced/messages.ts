import { EXPECTED_STATE_LABELS } from '#contract/records/evaluation/expected-lists.ts';
import { stateText } from '#components/expected/expected-state.ts';
import type { Announcement } from './announcement.ts';
import { shownStateOf, type ExpectedDayOnDevice, type ShownExpectedState } from './use-expected-day.ts';

const filled = (texts: readonly (string | null | undefined)[]): string[] =>
  texts.filter((text) => typeof text === 'string' && text !== '') as string[];

/** Returns document, hour, type, job, package, brigade and notes of an announcement, without missing ones. */
export const announcementFacts = ({ person, list }: Announcement): string[] =>
  filled([
    `${person.identification_type} ${person.identification_number}`,
    person.hour,
    person.evaluation_type?.name,
    person.occupation_name,
    person.package_job && `Paquete: ${person.package_job}`,
    list.brigade && `Brigada ${list.brigade}`,
    person.notes,
  ]);

/** Returns the state as words; a state that only this device knows has no time of the server. */
export const shownStateText = (person: Announcement['person'], shown: ShownExpectedState): string =>
  shown.isOnlyHere ? `${EXPECTED_STATE_LABELS[shown.state]} · por enviar` : stateText(person.status);

/** Returns the number of people who are still to come, such as '12 por llegar'. */
export function awaitedCount({ index, marks }: ExpectedDayOnDevice): number {
  return index.people.filter((person) => shownStateOf(person, marks).state === 'expected').length;
}
