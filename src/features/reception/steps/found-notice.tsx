import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { GENDER_LABELS } from '#contract/vocabulary.ts';
import type { LocalPatient, RegistrationChoices } from '#domain/registration.ts';
import { fullName } from '#domain/patient/name.ts';
import { ageOn } from '#domain/time/calendar.ts';
import { formatDate } from '#domain/time/format.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { fieldsUnlikePatient } from '../form/create-body.ts';
import type { LookupNote } from '../patient/use-lookup.ts';
import { useVisitOffer, type VisitOffer } from '../visits/visit-offers.ts';
import type { UsualChoiceLists, UsualVisit } from '../visits/use-usual.ts';
import { UsualVisits, VisitButton } from '../visits/usual-choices.tsx';
import type { WizardState } from './use-wizard.ts';
import './found-notice.css';

const FromDeviceNotice = lazyComponent(() => import('../patient/lookup-outcome.tsx'), 'LocalPatientNotice');
const KeptValues = lazyComponent(() => import('../patient/lookup-outcome.tsx'), 'KeptValues');
const LookupOutcome = lazyComponent(() => import('../patient/lookup-outcome.tsx'), 'LookupOutcome');

function formatAgeAndGender({ birth_date, gender }: LocalPatient): string {
  const age = birth_date === null ? null : ageOn(birth_date, Date.now());
  return [age !== null && `${age} años`, gender && GENDER_LABELS[gender]].filter(Boolean).join(' · ');
}

function formatLastVisit({ last_evaluation: last }: LocalPatient, offer: VisitOffer | null): string {
  if (!last) return 'Sin evaluaciones en tu sede.';
  const what = offer?.name ?? last.evaluation_type_name;
  const open = last.isOpen ? ' · sigue abierta' : '';
  return `Última visita: ${what} · ${formatDate(Date.parse(last.started_at))}${open}`;
}

/** Text about another registration of the patient, and the button or link that opens it. */
export interface OtherRegistration {
  readonly text: string;
  readonly open: ReactNode;
}

interface LookupNoticeProps {
  wizard: WizardState;
  /** Usual visits, with that of the previous patient; undefined while they are being read from the device. */
  usual: UsualChoiceLists | undefined;
  /**
   * Today's registration with this document. The found patient's notice contains it instead of the last visit; without a found
   * patient, a separate notice shows it.
   */
  today: OtherRegistration | null;
  /** Parked draft with this document, shown like `today`. */
  waiting: OtherRegistration | null;
  /** True if another notice offers an announcement of the person, which makes a notice about an unknown patient needless. */
  isAnnounced: boolean;
}

type FoundNoticeProps = LookupNoticeProps & { readonly note: Extract<LookupNote, { name: 'found' }> };

function FoundNotice({ wizard, note, usual, today, waiting }: FoundNoticeProps) {
  const { patient, unasked } = note;
  const unlike = fieldsUnlikePatient(wizard.form.values, patient);
  const kept = note.kept.filter((field) => unlike.includes(field));
  const onVisit = (chosen: RegistrationChoices) => void wizard.takeVisit(chosen);
  const last = useVisitOffer(patient.last_evaluation?.chosen ?? null);
  const previous = usual?.previous ?? null;
  const another = previous?.id === last?.id ? null : previous;
  const isToBeRead = today !== null || waiting || kept.length > 0 || patient.last_evaluation?.isOpen;
  const hasBoth = !waiting && [today?.open, last, another].filter(Boolean).length > 1;
  // A parked draft is offered without the last visit, because the draft already has type and companies.
  const ways = waiting ? (
    waiting.open
  ) : (
    <div className="found-ways">
      {today?.open}
      {last && <Button onClick={() => onVisit(last.chosen)}>Repetir última visita</Button>}
      {another && <VisitButton offer={another} onVisit={onVisit} />}
    </div>
  );
  return (
    <Notice
      className="found-notice"
      kind={isToBeRead ? 'warn' : unasked ? 'info' : 'ok'}
      title={`Paciente encontrado${unasked ? ' en este dispositivo' : ''}: ${fullName(patient)}`}
      // Long company names leave room for only one button next to the text.
      action={hasBoth ? undefined : ways}
    >
      <p>
        {[
          formatAgeAndGender(patient),
          waiting?.text,
          today?.text ?? (waiting ? null : formatLastVisit(patient, last)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {unasked && <FromDeviceNotice why={unasked} />}
      {kept.length > 0 && (
        <KeptValues
          fields={kept}
          patient={patient}
          form={wizard.form}
          onTakeStored={wizard.identity.takeStored}
        />
      )}
      {hasBoth && ways}
    </Notice>
  );
}

/** Number of usual visits that fit next to the text of a notice. */
const MAX_VISITS_IN_NOTICE = 2;
const NO_VISITS: readonly UsualVisit[] = [];

/**
 * Returns the visits that a new registration offers with the note. They stay while the note is shown, so that no button changes
 * or moves under the finger.
 */
function useVisitsOfNote({ wizard, usual }: LookupNoticeProps): readonly UsualVisit[] {
  const { note } = wizard.identity;
  const [kept, setKept] = useState<{ note: LookupNote; visits: readonly UsualVisit[] } | null>(null);
  if (wizard.entryId !== null || note.name !== 'absent' || usual === undefined) return NO_VISITS;
  if (kept?.note === note) return kept.visits;
  const visits = usual.visits.slice(0, MAX_VISITS_IN_NOTICE);
  setKept({ note, visits });
  return visits;
}

/** Shows the outcome of the lookup of the document in the form; nothing before and during the lookup. */
export function LookupNotice(props: LookupNoticeProps) {
  const { wizard, today, waiting, isAnnounced } = props;
  const { note } = wizard.identity;
  const visits = useVisitsOfNote(props);
  if (note.name === 'none' || note.name === 'searching') return null;
  return note.name === 'found' ? (
    <FoundNotice {...props} note={note} />
  ) : (
    <LookupOutcome
      note={note}
      identity={wizard.identity}
      isToday={today !== null}
      isWaiting={waiting !== null || isAnnounced}
      visits={
        visits.length > 0 && (
          <UsualVisits offers={visits} onVisit={(chosen) => void wizard.takeVisit(chosen)} />
        )
      }
      onForward={() => void wizard.next()}
    />
  );
}
