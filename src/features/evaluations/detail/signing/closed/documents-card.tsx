import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import type { SignedVersion } from '#contract/records/evaluation/evaluations.ts';
import type { DocumentState } from '#contract/vocabulary.ts';
import { receiptDocumentsText } from '#domain/evaluation/receipt.ts';
import { formatDateTime } from '#domain/time/format.ts';
import { fetchOrReadIssuedConcept } from '#sync/reads/documents/documents.ts';
import { readVerificationKey } from '#sync/reads/documents/verification-key.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { StatusTag, type StatusKind } from '#ui/display/status-tag.tsx';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import { DownloadButton } from './download-button.tsx';
import { EventsSinceSigning } from './since-signing.tsx';
import './documents-card.css';

const VERSION_STATE_TAGS: Record<DocumentState, { kind: StatusKind; word: string }> = {
  vigente: { kind: 'ok', word: 'Vigente' },
  reemplazada: { kind: 'mute', word: 'Reemplazada' },
  anulada: { kind: 'bad', word: 'Anulada' },
};

/** Prefix of verification links if the server does not report one. The verification page is then at the app's own address. */
const DEFAULT_VERIFICATION_PREFIX = '/v/';

/**
 * Concept of a signed version. The server may not have stored the PDF of a replaced or voided version; an older server does not
 * report this.
 */
function ConceptOfVersion({ context, closing }: { context: EvaluationContext; closing: SignedVersion }) {
  const { version, closed_at, has_concept: hasConcept } = closing;
  const { reader, evaluation } = context;
  if (hasConcept === undefined) return null;
  if (!hasConcept) return <small>De esta versión no quedó el concepto en PDF.</small>;
  const { id } = evaluation;
  const of = { id, version, closed_at };
  return (
    <div className="document-concept">
      <DownloadButton
        context={context}
        label={`Abrir versión ${version}`}
        fallback={`No se pudo abrir el concepto de la versión ${version}.`}
        about={`concept ${id} ${version}`}
        place={{ kind: 'concept', closing: of }}
        read={() => fetchOrReadIssuedConcept(reader, of)}
      />
    </div>
  );
}

function SignedVersionItem({
  context,
  closing,
  page,
}: {
  context: EvaluationContext;
  closing: SignedVersion;
  page: string;
}) {
  const { number, code, version, state } = closing;
  const { kind, word } = VERSION_STATE_TAGS[state];
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
        {closing.doctor_name}, {formatDateTime(Date.parse(closing.closed_at))}
      </small>
      {closing.receipt && (
        <small>
          Recibió el trabajador el {formatDateTime(Date.parse(closing.receipt.received_at))}:{' '}
          {receiptDocumentsText(closing.receipt.items)}. Entregó {closing.receipt.handed_by}.
        </small>
      )}
      <ConceptOfVersion context={context} closing={closing} />
      <EventsSinceSigning closing={closing} />
    </li>
  );
}

/**
 * Lists the signed versions with number and verification code. Hidden with a base-contract server, which returns no versions.
 */
export function DocumentsCard({ context }: { context: EvaluationContext }) {
  const { closings = [] } = context.evaluation;
  const page = useLiveQuery(readVerificationKey)?.page ?? DEFAULT_VERIFICATION_PREFIX;
  if (closings.length === 0) return null;
  return (
    <Card title="Documentos">
      <ul className="documents">
        {closings.map((closing) => (
          <SignedVersionItem key={closing.version} context={context} closing={closing} page={page} />
        ))}
      </ul>
      <Link className="documents-verify" to="/verify">
        Verificar un documento
      </Link>
    </Card>
  );
}
