import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense, useState } from 'react';
import type { CardText } from '#domain/card/capture.ts';
import { countParkedDrafts } from '#storage/drafts/parked-list.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { focusElement } from '../form/focus.ts';
import { formatParkedSince } from '../patient/use-parked-draft-of.ts';
import type { ParkingProblem } from '../parked/parked-dialog.tsx';
import { isWizardEmpty } from './restart.tsx';
import type { WizardState } from './use-wizard.ts';
import './parking.css';

const ParkedDialog = lazyComponent(() =>
  import('../parked/parked-dialog.tsx').then((loaded) => loaded.ParkedDialog),
);
const SamePatientDialog = lazyComponent(() =>
  import('../parked/twin-dialog.tsx').then((loaded) => loaded.SamePatientDialog),
);

interface ParkingProps {
  ownerId: string;
  wizard: WizardState;
  opensWaiting: boolean;
  /** Called after parking. `next` is the card that fills the new form; null for an empty form. */
  onParked: (next: CardText | null) => void;
  onBroughtBack: () => void;
}

/** Open prompt about a patient who is already parked; no draft changes before the user decides. */
interface OpenParkingPrompt {
  readonly twin: { readonly id: string; readonly text: string };
  readonly parkedId: string | null;
  readonly next: CardText | null;
}

export function useParking(props: ParkingProps) {
  const { isParking: busy, setParking: setBusy } = props.wizard;
  const [isOpen, setOpen] = useState(props.opensWaiting);
  const [trouble, setTrouble] = useState<ParkingProblem | null>(null);
  const [asked, setAsked] = useState<OpenParkingPrompt | null>(null);

  const begin = async (parkedId: string | null, next: CardText | null, isMeant: boolean): Promise<void> => {
    const {
      parkAndOpenDraft: exchange,
      isContainedInParkedDraft: isInParked,
      findParkedDraftsOfPatient: findTwins,
    } = await import('../parked/exchange.ts');
    const twins = await findTwins(props);
    const wanted = twins.find(({ id }) => id === parkedId);
    const dropsPresent = wanted !== undefined && isInParked(props.wizard, wanted);
    const twin = twins.find(({ id }) => id !== parkedId);
    if (twin && !dropsPresent && !isMeant) {
      setOpen(false);
      return setAsked({ twin: { id: twin.id, text: formatParkedSince(twin, Date.now()) }, parkedId, next });
    }
    const found = await exchange(props, parkedId, dropsPresent);
    setTrouble(found);
    setOpen(found !== null);
    if (found) return;
    if (parkedId === null) props.onParked(next);
    else props.onBroughtBack();
  };
  const run = async (parkedId: string | null, next: CardText | null, isMeant = false): Promise<void> => {
    if (busy) return;
    setAsked(null);
    setBusy(true);
    try {
      await begin(parkedId, next, isMeant);
    } finally {
      setBusy(false);
    }
  };
  const show = (opened: boolean) => {
    setTrouble(null);
    setOpen(opened);
    // The dialog is unmounted at once and so does not restore the focus.
    if (!opened) focusElement('.waiting');
  };
  return {
    isOpen,
    busy,
    trouble,
    show,
    isTyped: !isWizardEmpty(props.wizard),
    run: (parkedId: string | null, next: CardText | null = null) =>
      void run(parkedId, next).catch(reportError),
    /** Prompt about parking the same patient twice; null while closed. */
    question: asked && {
      text: asked.twin.text,
      onBring: () => void run(asked.twin.id, null, true).catch(reportError),
      onBoth: () => void run(asked.parkedId, asked.next, true).catch(reportError),
      onCancel: () => setAsked(null),
    },
  };
}

type ParkingHandle = ReturnType<typeof useParking>;

export const ParkButton = ({ parking: { isTyped, busy, run } }: { parking: ParkingHandle }) =>
  isTyped && (
    <Button loading={busy} onClick={() => run(null)}>
      Dejar en espera
    </Button>
  );

/** Button 'En espera', in every step, which opens the list of parked drafts. */
export function ParkedDraftsButton({ ownerId, parking }: { ownerId: string; parking: ParkingHandle }) {
  const waiting = useLiveQuery(() => countParkedDrafts(ownerId), [ownerId]) ?? 0;
  const { isOpen, busy, trouble, isTyped, question, show, run } = parking;
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
      {question && (
        <Suspense>
          <SamePatientDialog {...question} />
        </Suspense>
      )}
    </>
  );
}
