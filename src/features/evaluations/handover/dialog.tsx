import { Button, Checkbox, Modal } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import type { ReceiptDocument } from '#contract/documents.ts';
import { receiptDocumentLabel, receiptDocumentsText } from '#domain/evaluation/receipt.ts';
import { isSignature, type Drawing } from '#domain/signature/strokes.ts';
import type { SaveResult } from '#sync/requests/saving.ts';
import { unreachableText } from '#sync/requests/unreachable-text.ts';
import { saveFailureOf } from '#sync/messages/failure-text.ts';
import { formatRejectionWithDetails } from '#sync/messages/rejection-text.ts';
import { ReturnTabletPrompt } from '#components/signature/give-back.tsx';
import { SignaturePad } from '#components/signature/signature-pad.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import './dialog.css';

export interface HandOverDocumentsDialogProps {
  /** Text that identifies the worker and the signed version. */
  heading: ReactNode;
  /** Documents that the user may hand over; the first is chosen at the start. */
  documents: readonly ReceiptDocument[];
  /** True if a receipt of the version is known to be stored. */
  hasReceipt: boolean;
  /** Sends the receipt and, if it was stored, applies the response. */
  send: (items: readonly ReceiptDocument[], signature: Blob) => Promise<SaveResult<unknown>>;
  /** Reads again whether the version has a receipt, after a failure. */
  reread: () => Promise<unknown>;
  /**
   * Called for each signature that is sent. From then on, the screen stays hidden until the worker has returned the tablet.
   */
  onSent: () => void;
  /** `isStored`: true if the receipt was stored. */
  onClose: (isStored: boolean) => void;
}

const STORE_RECEIPT_FAILED_TEXT = 'No se pudo guardar la entrega.';

type ReceiptSendState = 'none' | 'lost' | 'kept';

function useDocumentHandover(props: HandOverDocumentsDialogProps) {
  const { documents, hasReceipt, send, reread, onSent } = props;
  const [sending, setSending] = useState<ReceiptSendState>('none');
  const [items, setItems] = useState(() => documents.slice(0, 1));
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const change = useChangeRunner<string>();
  const attempt = async (): Promise<string | null> => {
    const signature = await new Promise<Blob | null>((done) =>
      canvas.current ? canvas.current.toBlob(done, 'image/png') : done(null),
    );
    if (!signature) return 'No pudimos guardar la firma. Limpia y firma de nuevo.';
    onSent();
    const result = await send(items, signature);
    if (result.type !== 'saved') {
      if (result.type === 'unreachable') setSending('lost');
      await reread();
      return result.type === 'unreachable'
        ? `${STORE_RECEIPT_FAILED_TEXT} ${unreachableText(result.cause)}`
        : formatRejectionWithDetails(saveFailureOf(result, STORE_RECEIPT_FAILED_TEXT));
    }
    setSending('kept');
    return null;
  };
  return {
    ...change,
    // If the response was lost, the receipt is read again, to find out whether the server has stored it.
    isKept: sending === 'kept' || (sending === 'lost' && hasReceipt),
    items,
    drawing,
    isReady: items.length > 0 && drawing !== null && isSignature(drawing),
    choose: (item: ReceiptDocument, isIn: boolean) =>
      setItems(documents.filter((each) => (each === item ? isIn : items.includes(each)))),
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

/** Documents that the worker receives: a choice, or a text if there is only one. */
function ReceivedDocuments({ documents, state }: Pick<DocumentHandoverFormProps, 'documents' | 'state'>) {
  if (documents.length === 1) return <p>Recibe: {receiptDocumentsText(documents)}</p>;
  return (
    <fieldset className="hand-over-items">
      <legend>Qué recibe</legend>
      {documents.map((item) => (
        <Checkbox
          key={item}
          classNames={{ body: 'hand-over-item', label: 'hand-over-item-words' }}
          label={receiptDocumentLabel(item)}
          checked={state.items.includes(item)}
          onChange={(event) => state.choose(item, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}

function DocumentHandoverForm({ heading, documents, onClose, state }: DocumentHandoverFormProps) {
  return (
    <div className="hand-over">
      <p>{heading}</p>
      <ReceivedDocuments documents={documents} state={state} />
      <p className="hand-over-hint">Firma de quien recibe, con el dedo o con el lápiz:</p>
      <SignaturePad label="Firma de quien recibe" drawing={state.drawing} onStroke={state.draw} guarded />
      {state.trouble !== null && <Notice kind="error">{state.trouble}</Notice>}
      <div className="hand-over-end">
        <Button variant="subtle" disabled={state.busy} onClick={() => onClose(false)}>
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
 * Dialog over the whole screen, because the worker holds the tablet. The worker must return the tablet before the screen is
 * shown again.
 */
export function HandOverDocumentsDialog(props: HandOverDocumentsDialogProps) {
  const state = useDocumentHandover(props);
  const close = () => {
    if (state.isKept) toast('ok', 'Entrega firmada y guardada.');
    props.onClose(state.isKept);
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
        <ReturnTabletPrompt to="anywhere" on="Continuar" onClose={close} />
      ) : (
        <DocumentHandoverForm {...props} state={state} />
      )}
    </Modal>
  );
}
