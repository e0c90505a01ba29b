import { Button } from '@mantine/core';
import { shortId } from '#domain/text/short-id.ts';
import { timeOfDay } from '#domain/time/words.ts';
import type { ReceiptView, Settled } from '#storage/outbox/entries.ts';
import { Card } from '#ui/display/card.tsx';
import { Facts } from '#ui/display/facts.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { capturerOf, subjectOf } from './words.ts';
import { PendingList, PendingRow } from './pending-list.tsx';

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

interface ReceiptsProps {
  readonly title: string;
  readonly settled: Settled;
  readonly onMore: () => void;
}

/** What left the queue in this shift, newest first (S22; S10 for what was discarded). */
export function Receipts({ title, settled: { total, newest }, onMore }: ReceiptsProps) {
  if (total === 0) return null;
  return (
    <Card title={title}>
      <PendingList isDense>
        {newest.map((receipt) => (
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
      {total > newest.length && (
        <Button mt={12} onClick={onMore}>
          Mostrar más ({total - newest.length})
        </Button>
      )}
    </Card>
  );
}
