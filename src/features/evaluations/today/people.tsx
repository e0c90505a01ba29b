import { useRef } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { APTITUDE_LABELS } from '#contract/vocabulary.ts';
import { formatNamePart } from '#domain/patient/name.ts';
import { ageText } from '#domain/time/calendar.ts';
import { formatTime } from '#domain/time/format.ts';
import type { CacheOwner } from '#sync/reads/evaluations/evaluations.ts';
import { Icon } from '#ui/display/icon.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { QueueNumberMark } from '../queue-number-mark.tsx';
import { APTITUDE_TONES } from '../messages.ts';
import { RepetitionTag } from '../repetition-tag.tsx';
import { UnsavedTag, useUnsavedEvaluations } from '../unsaved-tag.tsx';
import { worklistOriginOf } from '../worklist.ts';
import { CallButton } from './calls/call-button.tsx';
import { ConceptButton } from './concept-button.tsx';
import { CachedPatientPhoto } from './face.tsx';
import { useKeepRowFocus, useFocusListOnKey, useFocusRowOnReturn } from './use-row-focus.ts';
import type { PatientCalls } from './calls/use-calls.ts';
import { useRowKeys } from './use-row-keys.ts';
import { WaitingTime } from './waiting.tsx';
import './people.css';

interface TodayPatientRowProps {
  item: EvaluationListItem;
  reader: CacheOwner;
  from: string;
  /** Null if the branch has no waiting-room screen. */
  calls: PatientCalls | null;
  /** True if this device has texts of the evaluation that are not saved. */
  isUnsaved: boolean;
  keys: Pick<LinkProps, 'tabIndex' | 'onFocus' | 'onKeyDown'>;
}

const formatPatientFacts = ({ patient: { age, occupation_name: job } }: EvaluationListItem): string =>
  [typeof age === 'number' && ageText(age), job?.trim()].filter(Boolean).join(' · ');

function TodayPatientRow({ item, reader, from, calls, isUnsaved, keys }: TodayPatientRowProps) {
  const { patient, evaluation_type: type, employer_company: employer, contractor_company: contractor } = item;
  const startedAt = Date.parse(item.started_at);
  const facts = formatPatientFacts(item);
  return (
    <li className="today-row">
      <Link
        className="today-person"
        data-closed={item.status === 'cerrada' || undefined}
        to={`/evaluations/${item.id}`}
        state={worklistOriginOf(item, from)}
        {...keys}
      >
        <span className="today-photo">
          <CachedPatientPhoto reader={reader} evaluationId={item.id} />
        </span>
        <span className="today-name">
          <span className="visually-hidden">Ver detalle:</span> <b>{formatNamePart(patient.full_name)}</b>{' '}
          <small>
            <QueueNumberMark turn={item.turn} cameAt={startedAt} />
            <span className="today-document">
              {patient.identification_type} {patient.identification_number}
            </span>
          </small>{' '}
          {facts !== '' && <small className="today-facts">{facts}</small>}
          <RepetitionTag repetition={item.repetition} />
          {isUnsaved && <UnsavedTag />}
        </span>{' '}
        <span className="today-type">
          <span>{type.name}</span> <small>{type.code}</small>
        </span>{' '}
        <span className="today-company">
          <span>{employer.name}</span> {contractor && <small>{contractor.name}</small>}
        </span>{' '}
        <span className="today-since">
          {item.status === 'cerrada' ? (
            <>
              {item.aptitude && (
                <span className="today-verdict">
                  <StatusTag kind={APTITUDE_TONES[item.aptitude]}>{APTITUDE_LABELS[item.aptitude]}</StatusTag>
                </span>
              )}{' '}
              <small>llegó {formatTime(startedAt)}</small>
            </>
          ) : (
            <WaitingTime startedAt={startedAt} />
          )}
        </span>
        <span className="today-open">
          <Icon name="right" />
        </span>
      </Link>
      {item.closing && (
        <ConceptButton item={item} closing={item.closing} reader={reader} tabIndex={keys.tabIndex} />
      )}
      {calls && item.status !== 'cerrada' && (
        <CallButton item={item} calls={calls} tabIndex={keys.tabIndex} />
      )}
    </li>
  );
}

interface TodayPatientsProps extends Omit<TodayPatientRowProps, 'item' | 'isUnsaved' | 'keys'> {
  items: readonly EvaluationListItem[];
  /** True while the previous response is shown and the next one is loading. */
  busy: boolean;
}

export function TodayPatients({ items, busy, ...rest }: TodayPatientsProps) {
  const list = useRef<HTMLUListElement>(null);
  const ids = items.map(({ id }) => id);
  const keysOf = useRowKeys(ids);
  const unsaved = useUnsavedEvaluations(rest.reader.ownerId);
  useFocusRowOnReturn(list, items);
  useKeepRowFocus(list, ids);
  useFocusListOnKey(list);
  return (
    <>
      <p className="today-keys">Con el teclado: flechas (o J y K) para moverte, Enter para abrir.</p>
      <ul className="today-people" aria-label="Personas de hoy" aria-busy={busy} ref={list}>
        {items.map((item) => (
          <TodayPatientRow
            key={item.id}
            item={item}
            isUnsaved={unsaved.has(item.id)}
            keys={keysOf(item.id)}
            {...rest}
          />
        ))}
      </ul>
    </>
  );
}
