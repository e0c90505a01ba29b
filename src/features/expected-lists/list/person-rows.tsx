import { Button } from '@mantine/core';
import {
  EXPECTED_STATE_LABELS,
  type ExpectedPerson,
  type ExpectedState,
} from '#contract/records/evaluation/expected-lists.ts';
import { fullName } from '#domain/patient/name.ts';
import { EXPECTED_STATE_KINDS, stateText } from '#components/expected/expected-state.ts';
import { FactList } from '#ui/display/facts.tsx';
import { MoreActions } from '#ui/display/more.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { RegistrationTags, SettlingButton } from '../settling/registration-tags.tsx';
import type { ChosenState } from './use-person-changes.ts';
import './person-rows.css';

interface PersonActions {
  /** Id of the element that says why nothing can be changed; undefined while changes are possible. */
  disabledById: string | undefined;
  /** Ids of the people whose change is being saved. */
  pendingIds: readonly string[];
  /** True for a closed list, whose people get another outcome only. */
  isClosed: boolean;
  onEdit: (person: ExpectedPerson) => void;
  onCancel: (person: ExpectedPerson) => void;
  onSettle: (person: ExpectedPerson) => void;
  onState: (person: ExpectedPerson, state: ChosenState) => void;
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

interface StateAction {
  readonly label: string;
  /** Accessible name, which names the person. */
  readonly nameFor: (name: string) => string;
}

const STATE_ACTIONS: Readonly<Record<ChosenState, StateAction>> = {
  expected: { label: 'Volver a esperar', nameFor: (name) => `Volver a esperar a ${name}` },
  arrived: { label: EXPECTED_STATE_LABELS.arrived, nameFor: (name) => `Llegó ${name}` },
  no_show: { label: EXPECTED_STATE_LABELS.no_show, nameFor: (name) => `No asistió ${name}` },
  cancelled: { label: 'Cancelar la cita', nameFor: (name) => `Cancelar la cita de ${name}` },
};

type PersonAction = ChosenState | 'edit';

/** Actions of a person by the present state: `next` has its own button, `more` are behind 'Más'. */
const ACTIONS_BY_STATE: Readonly<
  Record<
    Exclude<ExpectedState, 'registered'>,
    { readonly next: ChosenState | null; readonly more: readonly PersonAction[] }
  >
> = {
  expected: { next: 'arrived', more: ['edit', 'no_show', 'cancelled'] },
  arrived: { next: null, more: ['edit', 'expected', 'no_show', 'cancelled'] },
  no_show: { next: 'arrived', more: ['edit', 'expected', 'cancelled'] },
  cancelled: { next: 'expected', more: [] },
};

const isPossibleIn = ({ isClosed }: PersonActions, action: PersonAction): boolean =>
  !isClosed || (action !== 'edit' && action !== 'expected');

interface ActionButtonProps extends PersonRowProps {
  action: PersonAction;
}

function ActionButton(props: ActionButtonProps) {
  const { action, person, disabledById, pendingIds, onEdit, onCancel, onState } = props;
  const name = fullName(person);
  const disabled = {
    disabled: disabledById !== undefined,
    loading: pendingIds.includes(person.id),
    'aria-describedby': disabledById,
  };
  if (!isPossibleIn(props, action)) return null;
  if (action === 'edit')
    return (
      <Button {...disabled} aria-label={`Editar a ${name}`} onClick={() => onEdit(person)}>
        Editar
      </Button>
    );
  return (
    <Button
      {...disabled}
      aria-label={STATE_ACTIONS[action].nameFor(name)}
      onClick={() => (action === 'cancelled' ? onCancel(person) : onState(person, action))}
    >
      {STATE_ACTIONS[action].label}
    </Button>
  );
}

/** Buttons that change the person. A registered person has only the one about repeated registrations. */
function PersonButtons(props: PersonRowProps) {
  const { status } = props.person;
  if (status.state === 'registered') return <SettlingButton status={status} {...props} />;
  const { next, more } = ACTIONS_BY_STATE[status.state];
  return (
    <>
      {next !== null && <ActionButton action={next} {...props} />}
      {more.length > 0 && (
        <MoreActions name={`Más sobre ${fullName(props.person)}`}>
          {more.map((action) => (
            <ActionButton key={action} action={action} {...props} />
          ))}
        </MoreActions>
      )}
    </>
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
        <RegistrationTags status={person.status} />
      </span>
      <span className="expected-person-action">
        <PersonButtons {...props} />
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
