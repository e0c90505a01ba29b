import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useId, useState } from 'react';
import type { DocumentKind } from '#domain/evaluation/document-name.ts';
import { agoWords } from '#domain/time/ago.ts';
import { type ClosedVersion, isDocumentHere, type ReadDocument } from '#sync/reads/documents.ts';
import { noteDownload } from '#sync/reads/downloads.ts';
import { Icon } from '#ui/display/icon.tsx';
import { WithReason } from '#ui/display/with-reason.tsx';
import { saveFile } from '#ui/hooks/save-file.ts';
import { forgetToast, toast } from '#ui/notices/toast.ts';
import { failureText, notHereText } from '../../words.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';

export interface DownloadButtonProps {
  context: EvaluationContext;
  label: string;
  /** What is said where nothing else says why it failed. */
  fallback: string;
  /** What its toasts replace each other by. */
  about: string;
  place: { readonly kind: DocumentKind; readonly closing: ClosedVersion };
  read: () => Promise<ReadDocument>;
}

/** One document as a file; what this device has is had without network. */
export function DownloadButton({ context, label, fallback, about, place, read }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false);
  const hintId = useId();
  const { reader, disabledReason } = context;
  const { kind, closing } = place;
  const { id, version, closed_at: closedAt } = closing;
  const here =
    useLiveQuery(() => isDocumentHere(reader, kind, closing), [reader, kind, id, version, closedAt]) ?? false;
  const download = async () => {
    setBusy(true);
    forgetToast(about);
    try {
      const { bytes, fileName, keptSince } = await read();
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
