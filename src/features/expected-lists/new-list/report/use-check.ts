import { useState } from 'react';
import { PATIENT_NAME_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import type {
  CheckExpectedPeopleBody,
  ExpectedPersonFinding,
} from '#contract/records/evaluation/expected-lists.ts';
import type { ListedPerson } from '#domain/roster/report.ts';
import { checkExpectedPeople } from '#sync/expected/expected-lists.ts';
import { failureText } from '#sync/messages/failure-text.ts';

/** Finding of the server about one of the people. */
export interface FoundPerson {
  readonly listed: ListedPerson;
  readonly finding: ExpectedPersonFinding;
}

export type CheckState =
  | { readonly name: 'idle' }
  | { readonly name: 'checking' }
  | { readonly name: 'failed'; readonly text: string }
  | { readonly name: 'done'; readonly found: readonly FoundPerson[] };

const bodyOf = (day: string, people: readonly ListedPerson[]): CheckExpectedPeopleBody => ({
  day,
  people: people.map(({ person }) => ({
    identification_type: person.identification_type,
    identification_number: person.identification_number,
    ...(Object.fromEntries(PATIENT_NAME_FIELDS.map((field) => [field, person[field]])) as Pick<
      typeof person,
      (typeof PATIENT_NAME_FIELDS)[number]
    >),
  })),
});

interface Check {
  /** People and day of the request, by which an outdated result is recognised. */
  readonly people: readonly ListedPerson[];
  readonly day: string;
  readonly state: CheckState;
}

const NOT_CHECKED: CheckState = { name: 'idle' };

/**
 * Compares the people with the server's patients and lists when the user requests it. A change of the people or of the day
 * outdates the result. `people` must be the same array while it does not change.
 */
export function useCheck(day: string, people: readonly ListedPerson[]) {
  const [check, setCheck] = useState<Check | null>(null);
  const isCurrent = check?.people === people && check.day === day;
  const run = async () => {
    const show = (state: CheckState) =>
      setCheck((now) => (now?.people === people && now.day === day ? { people, day, state } : now));
    setCheck({ people, day, state: { name: 'checking' } });
    try {
      const findings = await checkExpectedPeople(bodyOf(day, people));
      const found = findings.flatMap((finding) => {
        const listed = people[finding.row];
        return listed ? [{ listed, finding }] : [];
      });
      show({ name: 'done', found });
    } catch (error) {
      show({
        name: 'failed',
        text: failureText(error, 'No se pudo comparar con lo que ya está en el sistema.'),
      });
    }
  };
  return {
    state: isCurrent ? check.state : NOT_CHECKED,
    isPossible: day !== '' && people.length > 0,
    run: () => void run(),
  };
}
