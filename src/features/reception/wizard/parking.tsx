import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense, useState } from 'react';
import type { CardText } from '#domain/card/capture.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { countParked } from '#storage/drafts/parked-drafts.ts';
import { exchangeDraft } from '#sync/changes/on-device.ts';
import { lazyPiece } from '#ui/hooks/lazy-piece.ts';
import { tellOtherWindows } from '../draft/draft-channel.ts';
import { focusOn } from '../form/focus.ts';
import type { ParkingTrouble } from '../parked/parked-dialog.tsx';
import { isEmpty } from './restart.tsx';
import type { WizardState } from './use-wizard.ts';
import './parking.css';

const ParkedDialog = lazyPiece(() => import('../parked/parked-dialog.tsx').then((late) => late.ParkedDialog));

interface ParkingProps {
  ownerId: string;
  wizard: WizardState;
  opensWaiting: boolean;
  /** The form is to be empty, or filled from the card of whoever comes next. */
  onParked: (next: CardText | null) => void;
  /** Who was brought back is in the draft. */
  onBroughtBack: () => void;
}

/**
 * S27: all that the screen shows is in the draft before it is parked. What changes after that, as by an answer of the
 * lookup, must not be saved as if it were the empty form's. Null when the exchange was made.
 */
async function exchange(
  { ownerId, wizard: { draft, captures } }: ParkingProps,
  parkedId: string | null,
): Promise<ParkingTrouble | null> {
  const { saver } = draft;
  try {
    await Promise.all([saver.flush(), captures.settle()]);
    saver.hold();
    const outcome = await exchangeDraft(ownerId, parkedId, Date.now());
    if (outcome !== 'exchanged') return { type: outcome };
    saver.stop();
    tellOtherWindows({ ownerId, entryId: null });
    return null;
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    return { type: 'storage', kind: error.kind };
  } finally {
    saver.release();
  }
}

/** Who waits, and the exchange with whoever is on the screen. */
export function useParking(props: ParkingProps) {
  const { isParking: busy, setParking: setBusy } = props.wizard;
  const [isOpen, setOpen] = useState(props.opensWaiting);
  const [trouble, setTrouble] = useState<ParkingTrouble | null>(null);
  const run = async (parkedId: string | null, next: CardText | null): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const found = await exchange(props, parkedId);
      setTrouble(found);
      setOpen(found !== null);
      if (found) return;
      if (parkedId === null) props.onParked(next);
      else props.onBroughtBack();
    } finally {
      setBusy(false);
    }
  };
  const show = (opened: boolean) => {
    setTrouble(null);
    setOpen(opened);
    // It leaves the page at once, and does not give the focus back itself.
    if (!opened) focusOn('.waiting');
  };
  return {
    isOpen,
    busy,
    trouble,
    show,
    isTyped: !isEmpty(props.wizard),
    run: (parkedId: string | null, next: CardText | null = null) =>
      void run(parkedId, next).catch(reportError),
  };
}

type Parking = ReturnType<typeof useParking>;

/** 'Dejar en espera' for whoever is on the screen. */
export const ParkButton = ({ parking: { isTyped, busy, run } }: { parking: Parking }) =>
  isTyped && (
    <Button loading={busy} onClick={() => run(null)}>
      Dejar en espera
    </Button>
  );

/** The way to those who wait, in whichever step. */
export function Waiting({ ownerId, parking }: { ownerId: string; parking: Parking }) {
  const waiting = useLiveQuery(() => countParked(ownerId), [ownerId]) ?? 0;
  const { isOpen, busy, trouble, isTyped, show, run } = parking;
  return (
    <>
      {waiting > 0 && (
        <Button
          variant="subtle"
          classNames={{ root: 'waiting', label: 'waiting-label' }}
          onClick={() => show(true)}
        >
          En espera: {waiting}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ParkedDialog
            ownerId={ownerId}
            isExchange={isTyped}
            busy={busy}
            trouble={trouble}
            onOpen={(parkedId) => run(parkedId)}
            onClose={() => show(false)}
          />
        </Suspense>
      )}
    </>
  );
}
