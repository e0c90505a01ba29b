import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useId, useRef, useState } from 'react';
import { agoWords } from '#domain/time/ago.ts';
import { noteDownload } from '#sync/reads/downloads.ts';
import type { DocumentKind } from '#domain/evaluation/document-name.ts';
import { isDocumentHere, fetchDocument } from '#sync/reads/documents.ts';
import { Icon } from '#ui/display/icon.tsx';
import { saveFile } from '#ui/hooks/save-file.ts';
import { forgetToast, toast } from '#ui/notices/toast.ts';
import { failureText, notHereText } from '../../words.ts';
import { HandOver } from '../handover/hand-over.tsx';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import { Clarify } from './clarify.tsx';
import { NextWaiting } from './next-waiting.tsx';
import { WithReason } from '#ui/display/with-reason.tsx';
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
  const [busy, setBusy] = useState(false);
  const hintId = useId();
  const { reader, evaluation, disabledReason } = context;
  const { label, fallback } = WORDS[kind];
  const here =
    useLiveQuery(() => isDocumentHere(reader, kind, evaluation), [reader, kind, evaluation]) ?? false;
  const about = `${kind} ${evaluation.id}`;
  const download = async () => {
    setBusy(true);
    forgetToast(about);
    try {
      const { bytes, fileName, keptSince } = await fetchDocument(reader, kind, evaluation);
      saveFile(bytes, 'application/pdf', fileName);
      noteDownload(reader.ownerId, fileName).catch(reportError);
      if (keptSince !== null)
        toast('ok', `Es la copia que se abrió aquí ${agoWords(keptSince, Date.now())}.`, about);
    } catch (error) {
      toast('error', failureText(error, fallback), about);
    } finally {
      setBusy(false);
    }
  };
  const reason = here ? null : disabledReason;
  return (
    <WithReason hint={reason === null ? null : { id: hintId, text: notHereText(context.link) }}>
      <Button
        leftSection={<Icon name="download" />}
        loading={busy}
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : hintId}
        onClick={() => void download()}
      >
        {label}
      </Button>
    </WithReason>
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
