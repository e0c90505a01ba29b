import { useEffect, useRef } from 'react';
import type { DocumentKind } from '#domain/evaluation/document-name.ts';
import { fetchDocument } from '#sync/reads/documents.ts';
import { HandOver } from '../handover/hand-over.tsx';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import { Clarify } from './clarify.tsx';
import { DownloadButton } from './download-button.tsx';
import { NextWaiting } from './next-waiting.tsx';
import { Reopen, keepsReasons } from './reopen.tsx';
import './closed-actions.css';

const WORDS: Record<DocumentKind, { label: string; fallback: string }> = {
  history: {
    label: 'Descargar historia clínica',
    fallback: 'No se pudo generar la historia clínica en PDF.',
  },
  concept: { label: 'Descargar concepto PDF', fallback: 'No se pudo generar el concepto en PDF.' },
};

function Download({ context, kind }: { context: EvaluationContext; kind: DocumentKind }) {
  const { reader, evaluation } = context;
  return (
    <DownloadButton
      context={context}
      {...WORDS[kind]}
      about={`${kind} ${evaluation.id}`}
      place={{ kind, closing: evaluation }}
      read={() => fetchDocument(reader, kind, evaluation)}
    />
  );
}

/**
 * Whoever has signed stands at the end of a long page, in front of a button that is gone: what comes next is the concept.
 * Nobody who is busy elsewhere on the page is taken away from there.
 */
function useComesNext(isFresh: boolean) {
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFresh && document.activeElement === document.body)
      actions.current?.querySelector('button')?.focus();
  }, [isFresh]);
  return actions;
}

/** What can be done with a closed evaluation (P2); `isFresh`: it was closed in front of the reader. */
export const ClosedActions = ({ context, isFresh }: { context: EvaluationContext; isFresh: boolean }) => (
  <div className="closed-actions" ref={useComesNext(isFresh)}>
    <Download context={context} kind="concept" />
    <Download context={context} kind="history" />
    <HandOver context={context} />
    <Reopen context={context} />
    {keepsReasons(context) && <Clarify context={context} />}
    <NextWaiting context={context} isFresh={isFresh} />
  </div>
);
