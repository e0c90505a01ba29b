import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { receiptDocumentsOf } from '#domain/evaluation/receipt.ts';
import type { SignedVersion } from '#contract/records/evaluation/evaluations.ts';
import { fullName } from '#domain/patient/name.ts';
import { sendDocumentReceipt } from '#sync/changes/hand-over.ts';
import { serverNeededText } from '#sync/requests/unreachable-text.ts';
import { Icon } from '#ui/display/icon.tsx';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { ButtonWithReason } from '#ui/display/with-reason.tsx';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import './hand-over.css';

const HandOverDialog = lazyComponent(() => import('../../handover/dialog.tsx'), 'HandOverDocumentsDialog');

/**
 * Returns the signed version whose documents can be handed over; null if there is none. A server without signed versions stores
 * no receipts.
 */
const findVersionToHandOver = ({ evaluation }: EvaluationContext): SignedVersion | null => {
  const holding = evaluation.closings?.find(({ state }) => state === 'vigente');
  return holding?.receipt === null ? holding : null;
};

/** Replaces the handover button after the receipt and takes the focus, so that keyboard users continue here. */
function ReceiptStoredText() {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) words.current?.focus();
  }, []);
  return (
    <p ref={words} tabIndex={-1} className="hand-over-kept">
      Entrega guardada.
    </p>
  );
}

function useFocusAfterClose(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

interface BeginDocumentHandoverButtonProps {
  context: EvaluationContext;
  isOpen: boolean;
  onBegin: () => void;
}

function BeginDocumentHandoverButton({ context, isOpen, onBegin }: BeginDocumentHandoverButtonProps) {
  const hintId = useId();
  const button = useFocusAfterClose(isOpen);
  const isBarred = context.disabledReason !== null;
  const barred =
    context.link.name === 'down'
      ? serverNeededText(context.link, 'entregar necesita red. Sin red, firma la línea del concepto impreso.')
      : 'Tu sesión venció. Inicia sesión para entregarla.';
  return (
    <ButtonWithReason hint={isBarred ? { id: hintId, text: barred } : null}>
      <Button
        ref={button}
        leftSection={<Icon name="pen" />}
        disabled={isBarred}
        aria-describedby={isBarred ? hintId : undefined}
        onClick={onBegin}
      >
        Entregar al trabajador
      </Button>
    </ButtonWithReason>
  );
}

/**
 * Handover in progress. `isSent`: true if this dialog has sent a signature; a new receipt of the version may then come from
 * this dialog.
 */
interface DocumentHandoverInProgress {
  readonly closing: SignedVersion;
  readonly isSent: boolean;
}

/**
 * Button and dialog of the handover. It needs network, because only the server knows whether the version already has a receipt.
 */
export function HandOverDocuments({ context }: { context: EvaluationContext }) {
  const [handing, setHanding] = useState<DocumentHandoverInProgress | null>(null);
  const [isBegun, setBegun] = useState(false);
  const closing = findVersionToHandOver(context);
  // The dialog closes if another device has stored a receipt for the version, unless this dialog has sent a signature.
  const isOpen = handing !== null && (closing !== null || handing.isSent);
  const { id, patient, closings } = context.evaluation;
  const begin = (of: SignedVersion) => {
    setBegun(true);
    setHanding({ closing: of, isSent: false });
  };
  return (
    <>
      {closing && (
        <BeginDocumentHandoverButton context={context} isOpen={isOpen} onBegin={() => begin(closing)} />
      )}
      {!closing && isBegun && !isOpen && <ReceiptStoredText />}
      {isOpen && (
        <HandOverDialog
          heading={
            <>
              <strong>{fullName(patient)}</strong>, {patient.identification_type}{' '}
              {patient.identification_number}
              {handing.closing.number !== null && `. Documento ${handing.closing.number}`}
            </>
          }
          documents={receiptDocumentsOf(context.account.actions)}
          hasReceipt={
            closings?.some(
              ({ version, receipt }) => version === handing.closing.version && receipt !== null,
            ) ?? false
          }
          send={async (items, signature) => {
            const { version } = handing.closing;
            const result = await sendDocumentReceipt({ id, version, items }, signature);
            if (result.type === 'saved')
              context.take({ fields: result.body, etag: result.etag, restOf: context.held.etag });
            return result;
          }}
          reread={context.reread}
          onSent={() => setHanding({ ...handing, isSent: true })}
          onClose={() => setHanding(null)}
        />
      )}
    </>
  );
}
