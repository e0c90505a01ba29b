import { useEffect, useRef } from 'react';
import { DOCUMENT_KINDS, type DocumentKind, documentDefinition } from '#contract/documents.ts';
import { DOCUMENT_DESCRIPTIONS } from '#domain/evaluation/documents.ts';
import { fetchOrReadDocument } from '#sync/reads/documents/documents.ts';
import { MoreActions } from '#ui/display/more.tsx';
import { HandOverDocuments } from '../../handover/hand-over.tsx';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import { AddClarification } from './clarify.tsx';
import { DownloadButton } from './download-button.tsx';
import { NextWaitingPatientLink, useOffersNextPatient } from './next-waiting.tsx';
import { ReopenEvaluation, canServerStoreReasons } from './reopen.tsx';
import './closed-actions.css';

interface DownloadDocumentProps {
  context: EvaluationContext;
  kind: DocumentKind;
  isPrimary?: boolean;
}

function DownloadDocumentButton({ context, kind, isPrimary = false }: DownloadDocumentProps) {
  const { reader, evaluation, account } = context;
  const { button, name } = DOCUMENT_DESCRIPTIONS[kind];
  if (!documentDefinition(kind).access.some((needed) => account.actions.includes(needed))) return null;
  return (
    <DownloadButton
      context={context}
      label={button}
      fallback={`No se pudo generar ${name} en PDF.`}
      isPrimary={isPrimary}
      about={`${kind} ${evaluation.id}`}
      place={{ kind, closing: evaluation }}
      read={() => fetchOrReadDocument(reader, kind, evaluation)}
    />
  );
}

const BASE_CONTRACT_DOCUMENT_KINDS = DOCUMENT_KINDS.filter((kind) => !documentDefinition(kind).ours);
/** Documents beyond the base contract. Only a server that stores reasons for reopening offers them. */
const EXTENSION_DOCUMENT_KINDS = DOCUMENT_KINDS.filter((kind) => documentDefinition(kind).ours);

/**
 * Focuses the primary action after signing, because the pressed button has disappeared. Does nothing if the user has already
 * focused another control.
 */
function useFocusAfterSigning(isFresh: boolean) {
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFresh && document.activeElement === document.body)
      actions.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [isFresh]);
  return actions;
}

/**
 * Actions of a closed evaluation: one primary action, the three that the specification requires, and in the menu 'Más' all
 * others. `isFresh`: true if the evaluation was still open when this page was opened.
 */
export function SignedEvaluationActions({
  context,
  isFresh,
}: {
  context: EvaluationContext;
  isFresh: boolean;
}) {
  const offersNext = useOffersNextPatient(isFresh);
  return (
    <div className="closed-actions" ref={useFocusAfterSigning(isFresh)}>
      {offersNext && <NextWaitingPatientLink context={context} />}
      {BASE_CONTRACT_DOCUMENT_KINDS.map((kind, place) => (
        <DownloadDocumentButton
          key={kind}
          context={context}
          kind={kind}
          isPrimary={place === 0 && !offersNext}
        />
      ))}
      <ReopenEvaluation context={context} />
      {canServerStoreReasons(context) && (
        <MoreActions>
          <HandOverDocuments context={context} />
          {EXTENSION_DOCUMENT_KINDS.map((kind) => (
            <DownloadDocumentButton key={kind} context={context} kind={kind} />
          ))}
          <AddClarification context={context} />
        </MoreActions>
      )}
    </div>
  );
}
