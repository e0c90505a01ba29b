import { Button } from '@mantine/core';
import { useState } from 'react';
import { shortId } from '#domain/text/short-id.ts';
import { timeOfDay } from '#domain/time/words.ts';
import type { ReceiptView } from '#storage/outbox/entries.ts';
import { Card } from '#ui/display/card.tsx';
import { Facts } from '#ui/display/facts.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { capturerOf, subjectOf } from './words.ts';
import { PendingList, PendingRow } from './pending-list.tsx';

const SHOWN_AT_FIRST = 10;
const SHOWN_MORE = 50;

function OutcomeTag({ receipt: { outcome, evaluationId, settledAt } }: { receipt: ReceiptView }) {
  switch (outcome) {
    case 'delivered':
      return (
        <StatusTag kind="ok">
          {evaluationId === null ? 'Confirmada' : `Evaluación ${shortId(evaluationId)}`}
        </StatusTag>
      );
    case 'discarded':
      return (
        <StatusTag kind="mute" icon="cross">
          Descartada a las {timeOfDay(settledAt)}
        </StatusTag>
      );
    case 'handed_over':
      return (
        <StatusTag kind="info" icon="people">
          Entregada a las {timeOfDay(settledAt)}
        </StatusTag>
      );
  }
}

/** What left the queue in this shift, newest first (S22; S10 for what was discarded). */
export function Receipts({ title, receipts }: { title: string; receipts: readonly ReceiptView[] }) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  if (receipts.length === 0) return null;
  return (
    <Card title={title}>
      <PendingList isDense>
        {receipts.slice(0, shown).map((receipt) => (
          <PendingRow
            key={receipt.id}
            text={
              <>
                <b>{receipt.summary.patientName}</b>
                <Facts
                  of={[
                    `${receipt.summary.identificationType} ${receipt.summary.identificationNumber}`,
                    subjectOf(receipt),
                    timeOfDay(receipt.capturedAt),
                    ...capturerOf(receipt),
                  ]}
                />
              </>
            }
          >
            <OutcomeTag receipt={receipt} />
          </PendingRow>
        ))}
      </PendingList>
      {receipts.length > shown && (
        <Button mt={12} onClick={() => setShown(shown + SHOWN_MORE)}>
          Mostrar más ({receipts.length - shown})
        </Button>
      )}
    </Card>
  );
}
