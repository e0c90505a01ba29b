import { useEffect, useRef } from 'react';
import type { DocumentKind } from '#domain/evaluation/document-name.ts';
import { fetchDocument } from '#sync/reads/documents.ts';
import { MoreActions } from '#ui/display/more.tsx';
import { HandOverDocuments } from '../handover/hand-over.tsx';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import { AddClarification } from './clarify.tsx';
import { DownloadButton } from './download-button.tsx';
import { NextWaitingPatient, useOffersNextPatient } from './next-waiting.tsx';
import { ReopenEvaluation, hasStoredReasons } from './reopen.tsx';
import './closed-actions.css';

const WORDS: Record<DocumentKind, { label: string; fallback: string }> = {
  history: {
    label: 'Descargar historia clínica',
    fallback: 'No se pudo generar la historia clínica en PDF.',
  },
  concept: { label: 'Descargar concepto PDF', fallback: 'No se pudo generar el concepto en PDF.' },
};

interface DownloadProps {
  context: EvaluationContext;
  kind: DocumentKind;
  isPrimary?: boolean;
}

function Download({ context, kind, isPrimary = false }: DownloadProps) {
  const { reader, evaluation } = context;
  return (
    <DownloadButton
      context={context}
      {...WORDS[kind]}
      isPrimary={isPrimary}
      about={`${kind} ${evaluation.id}`}
      place={{ kind, closing: evaluation }}
      read={() => fetchDocument(reader, kind, evaluation)}
    />
  );
}

/**
 * Focuses the primary action after signing, because the pressed button has disappeared. If the user has focused another
 * control, the focus stays.
 */
function useComesNext(isFresh: boolean) {
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFresh && document.activeElement === document.body)
      actions.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [isFresh]);
  return actions;
}

/**
 * Actions of a closed evaluation: one primary action, the three that the specification requires, and the others in the menu
 * 'Más'. `isFresh`: true if the evaluation was still open when this page was opened.
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
    <div className="closed-actions" ref={useComesNext(isFresh)}>
      {offersNext && <NextWaitingPatient context={context} />}
      <Download context={context} kind="concept" isPrimary={!offersNext} />
      <Download context={context} kind="history" />
      <ReopenEvaluation context={context} />
      {hasStoredReasons(context) && (
        <MoreActions>
          <HandOverDocuments context={context} />
          <AddClarification context={context} />
        </MoreActions>
      )}
    </div>
  );
}
