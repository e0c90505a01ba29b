import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState, type ReactNode } from 'react';
import type { Attachment } from '#contract/records/evaluation/capture.ts';
import type { ExamOrder } from '#contract/records/evaluation/evaluations.ts';
import { ATTACHMENT_MAX_BYTES, ATTACHMENT_TYPES } from '#contract/limits.ts';
import { attachmentFileName } from '#domain/evaluation/attachment-name.ts';
import { fullName } from '#domain/patient/name.ts';
import { attachFile } from '#sync/outbox/attachments.ts';
import { recordDownload } from '#sync/reads/documents/downloads.ts';
import { isFileCached, readOrFetchFile } from '#sync/reads/evaluations/evaluations.ts';
import { FieldError } from '#ui/fields/field-error.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { downloadFile } from '#ui/hooks/save-file.ts';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import type { StorageProblemKind } from '#storage/base/problem.ts';
import { hideToast, toast } from '#ui/notices/toast.ts';
import { failureText, formatNotOnDevice } from '../../messages.ts';
import { attachmentProblemText, readAttachment } from './attachment-file.ts';
import { UnsentAttachment } from './unsent-attachment.tsx';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import './attachments.css';

interface ExamOrderProps {
  context: EvaluationContext;
  order: ExamOrder;
}

/** Attachment that the server has. The first opening stores the file on the device, from which later openings read it. */
function StoredAttachmentItem({
  context,
  attachment,
}: {
  context: EvaluationContext;
  attachment: Attachment;
}) {
  const [busy, setBusy] = useState(false);
  const { reader, evaluation } = context;
  const { id: fileId, storage_path: storagePath } = attachment;
  const question = { evaluationId: evaluation.id, fileId, storagePath };
  const here = useLiveQuery(() => isFileCached(reader, question), [reader, storagePath]) ?? false;
  const open = async () => {
    setBusy(true);
    hideToast(fileId);
    try {
      const { bytes, mime } = await readOrFetchFile(reader, question, true);
      const name = attachmentFileName(attachment.id, mime);
      downloadFile(bytes, mime, name);
      recordDownload(reader.ownerId, name).catch(reportError);
    } catch (error) {
      toast('error', failureText(error, 'No se pudo abrir el archivo.'), fileId);
    } finally {
      setBusy(false);
    }
  };
  const unreachable = context.disabledReason !== null && !here;
  return (
    <li>
      <Button
        className="attachment-open"
        variant="subtle"
        leftSection={<Icon name="download" />}
        loading={busy}
        disabled={unreachable}
        aria-label={`Descargar ${attachment.original_name}`}
        onClick={() => void open()}
      >
        {attachment.original_name}
      </Button>
      {unreachable && <small>{formatNotOnDevice(context.link)}</small>}
    </li>
  );
}

type AttachFailureOrNull =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'storage'; readonly kind: StorageProblemKind }
  | null;

const ATTACH_FILE_FAILED_TEXT = 'No se pudo adjuntar el archivo.';

async function attachFileToExam(
  { context, order }: ExamOrderProps,
  chosen: File,
): Promise<AttachFailureOrNull> {
  // Size limit that the server reported last. If the server's limit is lower by now, the server rejects the file, and the user
  // must act (S10).
  const maxBytes = context.account.attachmentMaxBytes ?? ATTACHMENT_MAX_BYTES;
  const read = await readAttachment(chosen, maxBytes);
  if (read.type === 'problem')
    return { type: 'text', text: attachmentProblemText(read.problem, { maxBytes, name: chosen.name }) };
  const { reader, evaluation } = context;
  const { patient } = evaluation;
  const result = await attachFile({
    ...reader,
    target: { evaluationId: evaluation.id, examOrderId: order.id },
    file: read.file,
    summary: {
      patientName: fullName(patient),
      identification_type: patient.identification_type,
      identification_number: patient.identification_number,
      examName: order.exam.name,
      fileName: read.file.name,
    },
  });
  switch (result.type) {
    case 'confirmed':
      return null;
    case 'unverified':
      return { type: 'text', text: ATTACH_FILE_FAILED_TEXT };
    case 'storage':
      return { type: 'storage', kind: result.problem.kind };
  }
}

function AttachFileButton({ context, order }: ExamOrderProps) {
  const [trouble, setTrouble] = useState<AttachFailureOrNull>(null);
  const choose = (file: File) => {
    attachFileToExam({ context, order }, file).then(setTrouble, (error: unknown) => {
      setTrouble({ type: 'text', text: ATTACH_FILE_FAILED_TEXT });
      reportError(error);
    });
  };
  return (
    <>
      <FileButton
        label="Adjuntar archivo"
        name={`Adjuntar archivo a ${order.exam.name}`}
        accept={ATTACHMENT_TYPES.join(',')}
        onFile={choose}
      />
      {trouble?.type === 'text' && <FieldError id={`attach-${order.id}`}>{trouble.text}</FieldError>}
      {trouble?.type === 'storage' && <StorageNotice kind={trouble.kind} />}
    </>
  );
}

/**
 * Attachments of one exam, including unsent ones, and a button to add another, also without network (S1). `children`: further
 * button of the exam, before that one.
 */
export function ExamAttachments({ context, order, children }: ExamOrderProps & { children: ReactNode }) {
  const own = context.unsentFiles.filter((entry) => entry.target?.examOrderId === order.id);
  return (
    <div className="attachments">
      {order.attachments.length + own.length > 0 && (
        <ul aria-label={`Archivos de ${order.exam.name}`}>
          {order.attachments.map((attachment) => (
            <StoredAttachmentItem key={attachment.id} context={context} attachment={attachment} />
          ))}
          {own.map((entry) => (
            <UnsentAttachment key={entry.id} ownerId={context.reader.ownerId} entry={entry} />
          ))}
        </ul>
      )}
      {children}
      {!context.closed && <AttachFileButton context={context} order={order} />}
    </div>
  );
}
