import { receiptDocumentsOf } from '#domain/evaluation/receipt.ts';
import type { Delivery } from '#contract/records/evaluation/deliveries.ts';
import { sendDeliveryReceipt } from '#sync/changes/hand-over.ts';
import type { CacheOwner } from '#sync/reads/evaluations/evaluations.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { useDeliveryUpdates, useReceiptCheck } from './queries.ts';

const HandOverDialog = lazyComponent(() => import('../handover/dialog.tsx'), 'HandOverDocumentsDialog');

const DELIVERED_DOCUMENTS = receiptDocumentsOf(['deliver_documents']);

interface DeliveryDialogProps {
  delivery: Delivery;
  reader: CacheOwner;
  onClose: (isStored: boolean) => void;
}

/** The handover dialog of the evaluation page, for a user who may not open evaluations. */
export function DeliveryDialog({ delivery, reader, onClose }: DeliveryDialogProps) {
  const { id, version, patient } = delivery;
  const { hasReceipt, check } = useReceiptCheck(reader, delivery);
  const { take, refresh } = useDeliveryUpdates(reader);
  return (
    <HandOverDialog
      heading={
        <>
          <strong>{patient.full_name}</strong>, {patient.identification_type} {patient.identification_number}
        </>
      }
      documents={DELIVERED_DOCUMENTS}
      hasReceipt={hasReceipt}
      send={async (items, signature) => {
        const result = await sendDeliveryReceipt({ id, version, items }, signature);
        if (result.type === 'saved') take(result.body);
        return result;
      }}
      reread={check}
      onSent={() => undefined}
      onClose={(isStored) => {
        void refresh();
        onClose(isStored);
      }}
    />
  );
}
