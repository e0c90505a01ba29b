import { Button } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { GENDER_LABELS } from '#contract/vocabulary.ts';
import type { LocalPatient, RegistrationChoices } from '#domain/registration.ts';
import { fullName } from '#domain/patient/name.ts';
import { ageOn } from '#domain/time/calendar.ts';
import { formatDate } from '#domain/time/format.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { Notice } from '#ui/notices/notice.tsx';
import type { LookupNote } from '../patient/use-lookup.ts';
import { isSameVisit, useVisitOffer, type VisitOffer } from '../visits/visit-offers.ts';
import { VisitButton } from '../visits/visit-button.tsx';
import './found-notice.css';

const FromDeviceNotice = lazyComponent(() =>
  import('../patient/lookup-outcome.tsx').then((loaded) => loaded.LocalPatientNotice),
);

function formatAgeAndGender({ birth_date, gender }: LocalPatient): string {
  const age = birth_date === null ? null : ageOn(birth_date, Date.now());
  return [age !== null && `${age} años`, gender && GENDER_LABELS[gender]].filter(Boolean).join(' · ');
}

function formatLastVisit({ last_evaluation: last }: LocalPatient, offer: VisitOffer | null): string {
  if (!last) return 'Sin evaluaciones en tu sede.';
  const what = offer?.label ?? last.evaluation_type_name;
  const open = last.isOpen ? ' · sigue abierta' : '';
  return `Última visita: ${what} · ${formatDate(Date.parse(last.started_at))}${open}`;
}

export interface ParkedDraftMessage {
  readonly text: string;
  readonly bring: ReactNode;
}

export interface TodayRegistrationMessage {
  readonly text: string;
  readonly see: ReactNode;
}

interface FoundNoticeProps {
  patient: LocalPatient;
  previous: VisitOffer | null;
  /** Reason why the patient comes from the device; null if the server responded. */
  unasked: Extract<LookupNote, { name: 'found' }>['unasked'];
  /** Today's registration of the patient, shown instead of the last visit; null if there is none. */
  today: TodayRegistrationMessage | null;
  waiting: ParkedDraftMessage | null;
  onVisit: (chosen: RegistrationChoices) => void;
}

export function FoundNotice({ patient, previous, unasked, today, waiting, onVisit }: FoundNoticeProps) {
  const last = useVisitOffer(patient.last_evaluation?.chosen ?? null);
  const another = previous && !(last && isSameVisit(last, previous)) ? previous : null;
  const isToBeRead = today !== null || waiting || patient.last_evaluation?.isOpen;
  const hasBoth = !waiting && [today?.see, last, another].filter(Boolean).length > 1;
  // A parked draft is offered without the last visit, because the draft already has type and companies.
  const ways = waiting ? (
    waiting.bring
  ) : (
    <div className="found-ways">
      {today?.see}
      {last && <Button onClick={() => onVisit(last.chosen)}>Repetir última visita</Button>}
      {another && <VisitButton offer={another} onClick={() => onVisit(another.chosen)} />}
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
      {unasked && (
        <Suspense>
          <FromDeviceNotice why={unasked} />
        </Suspense>
      )}
      {hasBoth && ways}
    </Notice>
  );
}
