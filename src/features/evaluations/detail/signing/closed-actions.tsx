import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useId, useRef, useState } from 'react';
import { agoWords } from '#domain/time/ago.ts';
import { reopenEvaluation } from '#sync/changes/clinical.ts';
import { troubleOf } from '#sync/words/failure-text.ts';
import { wholeText } from '#sync/words/refusal-text.ts';
import { noteDownload } from '#sync/reads/downloads.ts';
import type { DocumentKind } from '#domain/evaluation/document-name.ts';
import { isDocumentHere, fetchDocument } from '#sync/reads/documents.ts';
import { barredText, unreachedText } from '#sync/requests/unreached-text.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { saveFile } from '#ui/hooks/save-file.ts';
import { forgetToast, toast } from '#ui/notices/toast.ts';
import { useChange } from '#ui/forms/use-change.ts';
import { failureText, notHereText } from '../../words.ts';
import { HandOver } from '../handover/hand-over.tsx';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
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
    <div className="closed-action">
      <Button
        leftSection={<Icon name="download" />}
        loading={busy}
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : hintId}
        onClick={() => void download()}
      >
        {label}
      </Button>
      {reason !== null && <small id={hintId}>{notHereText(context.link)}</small>}
    </div>
  );
}

const COULD_NOT_REOPEN = 'No se pudo reabrir la evaluación.';

function useReopening(context: EvaluationContext, done: () => void) {
  const change = useChange<string>();
  const attempt = async (): Promise<string | null> => {
    const { evaluation, held } = context;
    const result = await reopenEvaluation({ id: evaluation.id, etag: held.etag });
    if (result.type !== 'saved') {
      // Its answer may have been lost: then it is open by now, and this dialog gone.
      await context.reread();
      return result.type === 'unreachable'
        ? `${COULD_NOT_REOPEN} ${unreachedText(result.cause)}`
        : wholeText(troubleOf(result, COULD_NOT_REOPEN));
    }
    context.take(result.body, result.etag);
    toast('ok', 'Evaluación reabierta.');
    done();
    return null;
  };
  return { ...change, reopen: () => void change.run(attempt) };
}

function Reopen({ context }: { context: EvaluationContext }) {
  const [asking, setAsking] = useState(false);
  const hintId = useId();
  const { busy, trouble, reopen, forget } = useReopening(context, () => setAsking(false));
  const isBarred = context.disabledReason !== null;
  return (
    <div className="closed-action">
      <Button
        disabled={isBarred}
        aria-describedby={isBarred ? hintId : undefined}
        onClick={() => {
          forget();
          setAsking(true);
        }}
      >
        Reabrir evaluación
      </Button>
      {isBarred && (
        <small id={hintId}>
          {context.link.name === 'down'
            ? barredText(context.link, 'reabrir necesita red.')
            : 'Tu sesión venció. Inicia sesión para reabrirla.'}
        </small>
      )}
      <ConfirmDialog
        opened={asking}
        title="¿Reabrir la evaluación?"
        confirmLabel="Reabrir evaluación"
        busy={busy}
        onConfirm={reopen}
        onCancel={() => setAsking(false)}
      >
        <p>
          Vuelve a estar en proceso: resultados, notas y archivos se pueden cambiar, y hay que firmarla de
          nuevo. Los documentos ya generados conservan su versión.
        </p>
        {trouble !== null && <Notice kind="error">{trouble}</Notice>}
      </ConfirmDialog>
    </div>
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
  </div>
);
