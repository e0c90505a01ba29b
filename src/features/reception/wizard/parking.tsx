import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense, useState } from 'react';
import { StorageProblem } from '#storage/base/problem.ts';
import { countParked } from '#storage/drafts/parked-drafts.ts';
import { exchangeDraft } from '#sync/changes/on-device.ts';
import { lazyPiece } from '#ui/hooks/lazy-piece.ts';
import { tellOtherWindows } from '../draft/draft-channel.ts';
import type { ParkingTrouble } from '../parked/parked-dialog.tsx';
import { isEmpty } from './restart.tsx';
import type { WizardState } from './use-wizard.ts';

const ParkedDialog = lazyPiece(() => import('../parked/parked-dialog.tsx').then((late) => late.ParkedDialog));

interface ParkingProps {
  ownerId: string;
  wizard: WizardState;
  /** The form is to be empty. */
  onParked: () => void;
  /** Who was brought back is in the draft. */
  onBroughtBack: () => void;
}

/** S27: all that the screen shows is in the draft before it is parked. Null when the exchange was made. */
async function exchange(
  { ownerId, wizard: { draft, captures } }: ParkingProps,
  parkedId: string | null,
): Promise<ParkingTrouble | null> {
  try {
    await Promise.all([draft.saver.flush(), captures.settle()]);
    const outcome = await exchangeDraft(ownerId, parkedId, Date.now());
    if (outcome !== 'exchanged') return { type: outcome };
    draft.saver.stop();
    tellOtherWindows({ ownerId, entryId: null });
    return null;
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    return { type: 'storage', kind: error.kind };
  }
}

function useParking(props: ParkingProps) {
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<ParkingTrouble | null>(null);
  const run = async (parkedId: string | null): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const found = await exchange(props, parkedId);
      setTrouble(found);
      setOpen(found !== null);
      if (found) return;
      if (parkedId === null) props.onParked();
      else props.onBroughtBack();
    } finally {
      setBusy(false);
    }
  };
  const show = (opened: boolean) => {
    setTrouble(null);
    setOpen(opened);
  };
  return {
    isOpen,
    busy,
    trouble,
    show,
    run: (parkedId: string | null) => void run(parkedId).catch(reportError),
  };
}

/** 'Dejar en espera' for whoever is on the screen, and the way to those who wait. */
export function Parking(props: ParkingProps) {
  const { ownerId, wizard } = props;
  const waiting = useLiveQuery(() => countParked(ownerId), [ownerId]) ?? 0;
  const { isOpen, busy, trouble, show, run } = useParking(props);
  const isTyped = !isEmpty(wizard);
  return (
    <>
      {/* The last step has no room for it: whoever is there parks first, or goes back. */}
      {waiting > 0 && wizard.step < 2 && (
        <Button variant="subtle" onClick={() => show(true)}>
          En espera: {waiting}
        </Button>
      )}
      {isTyped && (
        <Button loading={busy} onClick={() => run(null)}>
          Dejar en espera
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ParkedDialog
            ownerId={ownerId}
            isExchange={isTyped}
            busy={busy}
            trouble={trouble}
            onOpen={run}
            onClose={() => show(false)}
          />
        </Suspense>
      )}
    </>
  );
}
