import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import type { Closing, Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { DocumentState } from '#contract/vocabulary.ts';
import { handedWords } from '#domain/evaluation/receipt.ts';
import { dayAndTime } from '#domain/time/words.ts';
import { readVerificationKey } from '#sync/reads/verification-key.ts';
import { Card } from '#ui/display/card.tsx';
import { StatusTag, type StatusKind } from '#ui/display/status-tag.tsx';
import { SinceClosing } from './since-closing.tsx';
import './documents-card.css';

const STATES: Record<DocumentState, { kind: StatusKind; word: string }> = {
  vigente: { kind: 'ok', word: 'Vigente' },
  reemplazada: { kind: 'mute', word: 'Reemplazada' },
  anulada: { kind: 'bad', word: 'Anulada' },
};

/** What the provider's QRs begin with; where it says none, the page stands beside the app. */
const OWN_PAGE = '/v/';

function Document({ closing, page }: { closing: Closing; page: string }) {
  const { number, code, version, state } = closing;
  const { kind, word } = STATES[state];
  return (
    <li>
      <div className="document-head">
        <b>{number ?? `Versión ${version}`}</b>
        <StatusTag kind={kind}>{word}</StatusTag>
      </div>
      {code !== null && (
        <a className="document-code" href={`${page}${code}`} target="_blank" rel="noreferrer">
          <span className="visually-hidden">Abrir la verificación de </span>
          {code}
        </a>
      )}
      <small>
        {number !== null && `Versión ${version}. `}
        {closing.doctor_name}, {dayAndTime(Date.parse(closing.closed_at))}
      </small>
      {closing.receipt && (
        <small>
          Recibió el trabajador el {dayAndTime(Date.parse(closing.receipt.received_at))}:{' '}
          {handedWords(closing.receipt.items)}. Entregó {closing.receipt.handed_by}.
        </small>
      )}
      <SinceClosing closing={closing} />
    </li>
  );
}

/** Each closing by what a stranger finds it by. A provider of the base contract says nothing of them. */
export function DocumentsCard({ evaluation: { closings = [] } }: { evaluation: Evaluation }) {
  const page = useLiveQuery(readVerificationKey)?.page ?? OWN_PAGE;
  if (closings.length === 0) return null;
  return (
    <Card title="Documentos">
      <ul className="documents">
        {closings.map((closing) => (
          <Document key={closing.version} closing={closing} page={page} />
        ))}
      </ul>
      <Link className="documents-verify" to="/verify">
        Verificar un documento
      </Link>
    </Card>
  );
}
