import { useRef } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import { APTITUDE_LABELS } from '#contract/vocabulary.ts';
import { writtenName } from '#domain/patient/name.ts';
import { timeOfDay } from '#domain/time/words.ts';
import type { Reader } from '#sync/reads/evaluations.ts';
import { Icon } from '#ui/display/icon.tsx';
import { TurnMark } from '../turn-mark.tsx';
import { placeOf } from '../worklist.ts';
import { Face } from './face.tsx';
import { useKeepRowFocus, useKeysFromPage, useReturnToRow } from './use-row-focus.ts';
import { useRowKeys } from './use-row-keys.ts';
import { Waiting } from './waiting.tsx';
import './people.css';

interface PersonProps {
  item: EvaluationListItem;
  reader: Reader;
  /** The address of this list, for the way back. */
  from: string;
  keys: Pick<LinkProps, 'tabIndex' | 'onFocus' | 'onKeyDown'>;
}

function Person({ item, reader, from, keys }: PersonProps) {
  const { patient, evaluation_type: type, employer_company: employer, contractor_company: contractor } = item;
  const startedAt = Date.parse(item.started_at);
  return (
    <li>
      <Link className="today-person" to={`/evaluations/${item.id}`} state={placeOf(item, from)} {...keys}>
        <span className="today-photo">
          <Face reader={reader} evaluationId={item.id} />
        </span>
        <span className="today-name">
          <span className="visually-hidden">Ver detalle:</span> <b>{writtenName(patient.full_name)}</b>{' '}
          <small>
            <TurnMark turn={item.turn} cameAt={startedAt} />
            <span className="today-document">
              {patient.identification_type} {patient.identification_number}
            </span>
          </small>
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
              {item.aptitude && <span className="today-aptitude">{APTITUDE_LABELS[item.aptitude]}</span>}{' '}
              <small>llegó {timeOfDay(startedAt)}</small>
            </>
          ) : (
            <Waiting startedAt={startedAt} />
          )}
        </span>
        <span className="today-open">
          <Icon name="right" />
        </span>
      </Link>
    </li>
  );
}

interface PeopleProps extends Omit<PersonProps, 'item' | 'keys'> {
  items: readonly EvaluationListItem[];
  /** What is shown is an earlier answer; the new one has not come. */
  busy: boolean;
}

/** One row a person, and the whole row is the link. */
export function People({ items, busy, ...rest }: PeopleProps) {
  const list = useRef<HTMLUListElement>(null);
  const ids = items.map(({ id }) => id);
  const keysOf = useRowKeys(ids);
  useReturnToRow(list, items);
  useKeepRowFocus(list, ids);
  useKeysFromPage(list);
  return (
    <>
      <p className="today-keys">Con el teclado: flechas (o J y K) para moverte, Enter para abrir.</p>
      <ul className="today-people" aria-label="Personas de hoy" aria-busy={busy} ref={list}>
        {items.map((item) => (
          <Person key={item.id} item={item} keys={keysOf(item.id)} {...rest} />
        ))}
      </ul>
    </>
  );
}
