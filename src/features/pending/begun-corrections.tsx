import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import {
  listBegunCorrectionsOfSent,
  type BegunCorrectionOfSent,
} from '#storage/outbox/registrations/corrections.ts';
import { buildCorrectionPathOfDraftKey } from '#components/correct-link.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { PendingList, PendingRow } from './pending-list.tsx';

const UnfinishedCorrectionRow = ({ begun: { key, patientName } }: { begun: BegunCorrectionOfSent }) => (
  <PendingRow
    text={
      <>
        <b>{patientName}</b>
        <span>Tienes una corrección sin enviar</span>
      </>
    }
  >
    <Button
      component={Link}
      to={buildCorrectionPathOfDraftKey(key)}
      variant="filled"
      aria-label={`Seguir corrigiendo: ${patientName}`}
    >
      Seguir corrigiendo
    </Button>
  </PendingRow>
);

export function UnfinishedCorrections({ ownerId }: { ownerId: string }) {
  const begun = useLiveQuery(() => listBegunCorrectionsOfSent(ownerId), [ownerId]) ?? [];
  if (begun.length === 0) return null;
  return (
    <Card title="Correcciones empezadas">
      <PendingList isDense left={0} onMore={() => undefined}>
        {begun.map((one) => (
          <UnfinishedCorrectionRow key={one.key} begun={one} />
        ))}
      </PendingList>
    </Card>
  );
}
