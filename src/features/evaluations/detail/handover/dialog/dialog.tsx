import { Button, Checkbox, Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import { RECEIPT_DOCUMENTS, type ReceiptDocument } from '#contract/documents.ts';
import type { SignedVersion } from '#contract/records/evaluation/evaluations.ts';
import { receiptDocumentLabel } from '#domain/evaluation/receipt.ts';
import { fullName } from '#domain/patient/name.ts';
import { isSignature, type Drawing } from '#domain/signature/strokes.ts';
import { sendDocumentReceipt } from '#sync/changes/hand-over.ts';
import { unreachableText } from '#sync/requests/unreachable-text.ts';
import { saveFailureOf } from '#sync/messages/failure-text.ts';
import { formatRejectionWithDetails } from '#sync/messages/rejection-text.ts';
import { ReturnTabletPrompt } from '#components/signature/give-back.tsx';
import { SignaturePad } from '#components/signature/signature-pad.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './dialog.css';

interface HandOverDocumentsDialogProps {
  context: EvaluationContext;
  /** Signed version that was current when the dialog opened. */
  closing: SignedVersion;
  /**
   * Called for each signature that is sent. From then on, the evaluation stays hidden until the worker has returned the tablet.
   */
  onSent: () => void;
  onClose: () => void;
}

const STORE_RECEIPT_FAILED_TEXT = 'No se pudo guardar la entrega.';

type ReceiptSendState = 'none' | 'lost' | 'kept';

const hasReceipt = ({ context: { evaluation }, closing }: HandOverDocumentsDialogProps): boolean =>
  evaluation.closings?.some(({ version, receipt }) => version === closing.version && receipt !== null) ??
  false;

function useDocumentHandover(props: HandOverDocumentsDialogProps) {
  const { context, closing, onSent } = props;
  const [sending, setSending] = useState<ReceiptSendState>('none');
  const [items, setItems] = useState<readonly ReceiptDocument[]>(['concept']);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const change = useChangeRunner<string>();
  const attempt = async (): Promise<string | null> => {
    const signature = await new Promise<Blob | null>((done) =>
      canvas.current ? canvas.current.toBlob(done, 'image/png') : done(null),
    );
    if (!signature) return 'No pudimos guardar la firma. Limpia y firma de nuevo.';
    const { id } = context.evaluation;
    onSent();
    const result = await sendDocumentReceipt({ id, version: closing.version, items }, signature);
    if (result.type !== 'saved') {
      if (result.type === 'unreachable') setSending('lost');
      await context.reread();
      return result.type === 'unreachable'
        ? `${STORE_RECEIPT_FAILED_TEXT} ${unreachableText(result.cause)}`
        : formatRejectionWithDetails(saveFailureOf(result, STORE_RECEIPT_FAILED_TEXT));
    }
    context.take(result.body, result.etag);
    setSending('kept');
    return null;
  };
  return {
    ...change,
    // If the response was lost, the evaluation is read again, to find out whether the server has stored the receipt.
    isKept: sending === 'kept' || (sending === 'lost' && hasReceipt(props)),
    items,
    drawing,
    isReady: items.length > 0 && drawing !== null && isSignature(drawing),
    choose: (item: ReceiptDocument, isIn: boolean) =>
      setItems(RECEIPT_DOCUMENTS.filter((each) => (each === item ? isIn : items.includes(each)))),
    draw: (drawn: Drawing, on: HTMLCanvasElement) => {
      canvas.current = on;
      setDrawing(drawn);
    },
    clear: () => setDrawing(null),
    keep: () => void change.run(attempt),
  };
}

interface DocumentHandoverFormProps extends HandOverDocumentsDialogProps {
  state: ReturnType<typeof useDocumentHandover>;
}

function DocumentHandoverForm({ context, closing, onClose, state }: DocumentHandoverFormProps) {
  const { patient } = context.evaluation;
  return (
    <div className="hand-over">
      <p>
        <strong>{fullName(patient)}</strong>, {patient.identification_type} {patient.identification_number}
        {closing.number !== null && `. Documento ${closing.number}`}
      </p>
      <fieldset className="hand-over-items">
        <legend>Qué recibe</legend>
        {RECEIPT_DOCUMENTS.map((item) => (
          <Checkbox
            key={item}
            classNames={{ body: 'hand-over-item', label: 'hand-over-item-words' }}
            label={receiptDocumentLabel(item)}
            checked={state.items.includes(item)}
            onChange={(event) => state.choose(item, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <p className="hand-over-hint">Firma de quien recibe, con el dedo o con el lápiz:</p>
      <SignaturePad label="Firma de quien recibe" drawing={state.drawing} onStroke={state.draw} guarded />
      {state.trouble !== null && <Notice kind="error">{state.trouble}</Notice>}
      <div className="hand-over-end">
        <Button variant="subtle" disabled={state.busy} onClick={onClose}>
          Cancelar
        </Button>
        <Button disabled={state.drawing === null || state.busy} onClick={state.clear}>
          Limpiar
        </Button>
        <Button variant="filled" disabled={!state.isReady} loading={state.busy} onClick={state.keep}>
          Firmar y recibir
        </Button>
      </div>
    </div>
  );
}

/**
 * Dialog over the whole screen, because the worker holds the tablet. The worker must return the tablet before the evaluation is
 * shown again.
 */
export function HandOverDocumentsDialog(props: HandOverDocumentsDialogProps) {
  const state = useDocumentHandover(props);
  const close = () => {
    if (state.isKept) toast('ok', 'Entrega firmada y guardada.');
    props.onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      fullScreen
      withCloseButton={!state.isKept}
      title={state.isKept ? 'Listo' : 'Entrega al trabajador'}
      transitionProps={{ duration: 0 }}
    >
      {state.isKept ? (
        <ReturnTabletPrompt on="Continuar" onClose={close} />
      ) : (
        <DocumentHandoverForm {...props} state={state} />
      )}
    </Modal>
  );
}
