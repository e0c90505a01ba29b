import { Button } from '@mantine/core';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { fullName } from '#domain/patient/name.ts';
import { EXPECTED_STATE_KINDS, stateText } from '#components/expected/expected-state.ts';
import { FactList } from '#ui/display/facts.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import './person-rows.css';

interface PersonActions {
  /** Id of the element that says why nothing can be changed; undefined while changes are possible. */
  disabledById: string | undefined;
  onCancel: (person: ExpectedPerson) => void;
  onRestore: (person: ExpectedPerson) => void;
}

interface PersonRowProps extends PersonActions {
  person: ExpectedPerson;
}

const factsOf = ({
  hour,
  evaluation_type: type,
  occupation_name: job,
  phone,
  email,
  notes,
}: ExpectedPerson) =>
  [hour, type?.name, job, phone, email, notes].filter(
    (fact) => typeof fact === 'string' && fact !== '',
  ) as string[];

/** Button that cancels the person, or takes the cancellation back. A registered person has none. */
function StateButton({ person, disabledById, onCancel, onRestore }: PersonRowProps) {
  const { state } = person.status;
  const disabled = { disabled: disabledById !== undefined, 'aria-describedby': disabledById };
  const name = fullName(person);
  if (state === 'registered') return null;
  return state === 'cancelled' ? (
    <Button {...disabled} aria-label={`Volver a esperar a ${name}`} onClick={() => onRestore(person)}>
      Volver a esperar
    </Button>
  ) : (
    <Button
      variant="subtle"
      {...disabled}
      aria-label={`Cancelar la cita de ${name}`}
      onClick={() => onCancel(person)}
    >
      Cancelar
    </Button>
  );
}

function PersonRow(props: PersonRowProps) {
  const { person } = props;
  return (
    <li className="expected-person">
      <span className="expected-person-name">
        <b>{fullName(person)}</b>
        <small>
          {person.identification_type} {person.identification_number}
        </small>
      </span>
      <FactList className="expected-person-facts" of={factsOf(person)} />
      <span className="expected-person-state">
        <StatusTag kind={EXPECTED_STATE_KINDS[person.status.state]}>{stateText(person.status)}</StatusTag>
      </span>
      <span className="expected-person-action">
        <StateButton {...props} />
      </span>
    </li>
  );
}

interface PersonRowsProps extends PersonActions {
  people: readonly ExpectedPerson[];
  /** True while the previous response is shown and the next one is loading. */
  busy: boolean;
}

export const PersonRows = ({ people, busy, ...actions }: PersonRowsProps) => (
  <ul className="expected-people" aria-label="Personas de la lista" aria-busy={busy}>
    {people.map((person) => (
      <PersonRow key={person.id} person={person} {...actions} />
    ))}
  </ul>
);
