import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import {
  EXPECTED_STATES,
  EXPECTED_STATE_LABELS,
  type ExpectedState,
} from '#contract/records/evaluation/expected-lists.ts';
import { isRepeatedPerson, searchExpectedDay } from '#domain/expected/day-index.ts';
import { fullName } from '#domain/patient/name.ts';
import { identityOfForm } from '#domain/registration.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { formatTime } from '#domain/time/format.ts';
import { EXPECTED_STATE_KINDS } from '#components/expected/expected-state.ts';
import { RepeatedPeople } from '#components/expected/repeated-people.tsx';
import { FactList } from '#ui/display/facts.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { hasMouse } from '#ui/hooks/has-mouse.ts';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { formatIdentity } from '../form/identity-text.ts';
import { describeKeptValues, isFormOfExpected, type Announcement } from './announcement.ts';
import { announcementFacts, shownStateText } from './messages.ts';
import { applyAnnouncement, markAsArrived, type AnnouncementTarget } from './use-announcement.ts';
import { UsableOffer } from './usable-offer.tsx';
import { announcementOf, shownStateOf, type ExpectedDayOnDevice } from './use-expected-day.ts';
import './expected-today-dialog.css';

/** Maximum number of people shown; the user searches to find the others. */
const MAX_SHOWN_PEOPLE = 40;

const STATE_OPTIONS = [
  { value: '', label: 'Todas' },
  ...EXPECTED_STATES.map((value) => ({ value, label: EXPECTED_STATE_LABELS[value] })),
];

interface DialogProps {
  target: AnnouncementTarget;
  day: ExpectedDayOnDevice;
  onClose: () => void;
  /** Called when an announcement fills the form. */
  onUsed: () => void;
  onPark: () => void;
}

interface RowProps {
  announcement: Announcement;
  day: ExpectedDayOnDevice;
  /** True if the form is about another person, whose data the announcement must not join. */
  isOther: boolean;
  /** True while the row shows in which values form and announcement differ, and asks which ones to use. */
  isAsking: boolean;
  onUse: () => void;
  onArrived: () => void;
}

/** Buttons of a person who can still be registered. */
function RowActions({ announcement: { person }, day, isOther, isAsking, onUse, onArrived }: RowProps) {
  const { state } = shownStateOf(person, day.marks);
  const name = fullName(person);
  if (state === 'registered' || state === 'cancelled') return null;
  return (
    <span className="awaited-actions">
      {state !== 'arrived' && (
        <Button aria-label={`Llegó ${name}`} onClick={onArrived}>
          Llegó
        </Button>
      )}
      <Button
        aria-label={`Usar citación de ${name}`}
        variant="filled"
        disabled={isOther}
        aria-describedby={isOther ? 'awaited-other' : undefined}
        aria-expanded={isAsking || undefined}
        onClick={onUse}
      >
        Usar citación
      </Button>
    </span>
  );
}

function PersonRow(props: RowProps & Pick<DialogProps, 'target' | 'onUsed'>) {
  const { announcement, day, isAsking, target, onUsed } = props;
  const { person, list } = announcement;
  const shown = shownStateOf(person, day.marks);
  return (
    <li className="awaited-person">
      <span className="awaited-name">
        <b>{fullName(person)}</b>
        <FactList className="awaited-facts" of={[...announcementFacts(announcement), list.company.name]} />
      </span>
      <span>
        <StatusTag kind={EXPECTED_STATE_KINDS[shown.state]}>{shownStateText(person, shown)}</StatusTag>
        {isRepeatedPerson(person) && <StatusTag kind="warn">Más de un registro</StatusTag>}
      </span>
      <RowActions {...props} />
      {isAsking && (
        <div className="awaited-differing">
          <UsableOffer {...{ target, day, announcement, onUsed }} />
        </div>
      )}
    </li>
  );
}

function OtherPersonNotice({ target, onPark }: Pick<DialogProps, 'target' | 'onPark'>) {
  return (
    <Notice kind="info" action={<Button onClick={onPark}>Dejar en espera</Button>}>
      <span id="awaited-other">
        Estás registrando a {formatIdentity(identityOfForm(target.form.values))}. Termina ese registro o
        déjalo en espera para usar la citación de otra persona.
      </span>
    </Notice>
  );
}

const footText = (shown: number, total: number, { index, fetchedAt }: ExpectedDayOnDevice): string => {
  const more = total > shown ? `Se muestran ${shown} de ${total}: busca por nombre o documento. ` : '';
  const day = `Solo las citadas para hoy, ${formatCalendarDay(index.day) ?? index.day}; las de otros días están en Citaciones.`;
  return `${more}${day} Datos de las ${formatTime(fetchedAt)}.`;
};

/** Lists the people expected today, from the device. */
export function ExpectedTodayDialog({ target, day, onClose, onUsed, onPark }: DialogProps) {
  useRestoreFocus();
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<ExpectedState | ''>('');
  const [askedId, setAskedId] = useState<string | null>(null);
  const query = useDeferredValue(typed);
  const found = searchExpectedDay(
    day.index,
    query,
    MAX_SHOWN_PEOPLE,
    (person) => state === '' || shownStateOf(person, day.marks).state === state,
  );
  const { values } = target.form;
  const announcements = found.people.flatMap((person) => announcementOf(day.index, person) ?? []);
  const isOther = ({ person }: Announcement) => !isFormOfExpected(values, person);
  const isDiffering = (announcement: Announcement) =>
    describeKeptValues(values, target.identity.linked, announcement).texts.length > 0;
  const use = (announcement: Announcement) => {
    const { id } = announcement.person;
    if (isDiffering(announcement)) return setAskedId(askedId === id ? null : id);
    onUsed();
    applyAnnouncement(target, day, announcement).catch(reportError);
  };
  return (
    <Modal opened onClose={onClose} title="Esperadas hoy" size={860}>
      <div className="awaited-filters">
        <TextInput
          label="Buscar"
          placeholder="Nombre, documento o empresa"
          autoComplete="off"
          // The field has the focus only with a mouse, because on a tablet the focus opens the on-screen keyboard over the list.
          data-autofocus={hasMouse() || undefined}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <NativeSelect
          label="Estado"
          data={STATE_OPTIONS}
          value={state}
          onChange={({ currentTarget }) => setState(currentTarget.value as ExpectedState | '')}
        />
      </div>
      <RepeatedPeople of={day.index} />
      {announcements.some(isOther) && <OtherPersonNotice target={target} onPark={onPark} />}
      <ul className="awaited" aria-label="Personas esperadas hoy">
        {announcements.map((announcement) => (
          <PersonRow
            key={announcement.person.id}
            announcement={announcement}
            day={day}
            isOther={isOther(announcement)}
            isAsking={askedId === announcement.person.id}
            {...{ target, onUsed }}
            onUse={() => use(announcement)}
            onArrived={() => void markAsArrived(target, day, announcement).catch(reportError)}
          />
        ))}
      </ul>
      {found.total === 0 && <p>No hay personas con esa búsqueda.</p>}
      <p className="awaited-foot">{footText(announcements.length, found.total, day)}</p>
    </Modal>
  );
}
