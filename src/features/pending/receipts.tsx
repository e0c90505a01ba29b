import { shortId } from '#domain/text/short-id.ts';
import { formatTime } from '#domain/time/format.ts';
import type { ReceiptView, OutboxReceipts } from '#storage/outbox/entries.ts';
import { CorrectionLink, correctionLinkTargetOfReceipt } from '#components/correct-link.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { FactList } from '#ui/display/facts.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { listAuthorTexts, entrySubject, queueNumberTexts } from './messages.ts';
import { PendingList, PendingRow } from './pending-list.tsx';

function OutcomeTag({ receipt: { kind, outcome, settledAt } }: { receipt: ReceiptView }) {
  const what = kind === 'correction' ? 'Corrección e' : 'E';
  switch (outcome) {
    case 'delivered':
      return (
        <StatusTag kind="ok">
          {what}nviada a las {formatTime(settledAt)}
        </StatusTag>
      );
    case 'discarded':
      return (
        <StatusTag kind="mute" icon="cross">
          Descartada a las {formatTime(settledAt)}
        </StatusTag>
      );
    case 'handed_over':
      return (
        <StatusTag kind="info" icon="people">
          Entregada a las {formatTime(settledAt)}
        </StatusTag>
      );
  }
}

interface ReceiptsProps {
  readonly title: string;
  readonly settled: OutboxReceipts;
  readonly onMore: () => void;
}

/** Entries that left the outbox in this shift, newest first (S22; S10 for discarded entries). */
export function OutboxReceiptsCard({ title, settled: { total, newest }, onMore }: ReceiptsProps) {
  if (total === 0) return null;
  return (
    <Card title={title}>
      <PendingList isDense left={total - newest.length} onMore={onMore}>
        {newest.map((receipt) => (
          <PendingRow
            key={receipt.id}
            text={
              <>
                <b>{receipt.summary.patientName}</b>
                <FactList
                  of={[
                    `${receipt.summary.identification_type} ${receipt.summary.identification_number}`,
                    entrySubject(receipt),
                    formatTime(receipt.capturedAt),
                    ...queueNumberTexts(receipt),
                    ...listAuthorTexts(receipt),
                    ...(receipt.evaluationId === null ? [] : [shortId(receipt.evaluationId)]),
                  ]}
                />
              </>
            }
          >
            <OutcomeTag receipt={receipt} />
            <CorrectionLink
              {...correctionLinkTargetOfReceipt(receipt)}
              patientName={receipt.summary.patientName}
              variant="subtle"
            />
          </PendingRow>
        ))}
      </PendingList>
    </Card>
  );
}
