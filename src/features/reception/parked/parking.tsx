import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { CardText } from '#domain/card/capture.ts';
import { countParkedDrafts } from '#storage/drafts/parked-list.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { focusElement } from '../form/focus.ts';
import type { ParkingProblem, PatientAlreadyParked } from './exchange.ts';
import type { WizardState } from '../steps/use-wizard.ts';
import './parking.css';

const ParkedDialog = lazyComponent(() => import('./parked-dialog.tsx'), 'ParkedDialog');
const SamePatientDialog = lazyComponent(() => import('./parked-dialog.tsx'), 'SamePatientDialog');

/** Open prompt about a patient who is already parked; no draft changes before the user decides. */
interface SamePatientPrompt {
  readonly twin: PatientAlreadyParked;
  readonly parkedId: string | null;
  readonly next: CardText | null;
}

export function useParking(wizard: WizardState) {
  const [isBusy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(wizard.opensWaiting);
  const [trouble, setTrouble] = useState<ParkingProblem | null>(null);
  const [prompted, setPrompted] = useState<SamePatientPrompt | null>(null);

  const begin = async (parkedId: string | null, next: CardText | null, isMeant: boolean): Promise<void> => {
    const { parkAndOpenDraft } = await import('./exchange.ts');
    const found = await parkAndOpenDraft(wizard, parkedId, isMeant);
    const twin = found?.type === 'twin' ? found : null;
    const problem = found?.type === 'twin' ? null : found;
    if (twin) setPrompted({ twin, parkedId, next });
    else setTrouble(problem);
    setOpen(problem !== null);
    if (found) return;
    if (parkedId === null) wizard.onParked(next);
    else wizard.onBroughtBack();
  };
  const run = (parkedId: string | null, next: CardText | null = null, isMeant = false): void => {
    if (isBusy) return;
    setPrompted(null);
    setBusy(true);
    begin(parkedId, next, isMeant)
      .finally(() => setBusy(false))
      .catch(reportError);
  };
  return {
    isOpen,
    /**
     * True while the current draft is being parked or replaced by a parked draft; input and captures are then blocked (S27).
     */
    isBusy,
    trouble,
    show: (opened: boolean) => {
      setTrouble(null);
      setOpen(opened);
      // The dialog is unmounted at once and so does not restore the focus.
      if (!opened) focusElement('.waiting');
    },
    run: (parkedId: string | null, next?: CardText | null) => run(parkedId, next),
    /** Prompt about parking the same patient twice; null while closed. */
    question: prompted && {
      text: prompted.twin.text,
      onBring: () => run(prompted.twin.id, null, true),
      onBoth: () => run(prompted.parkedId, prompted.next, true),
      onCancel: () => setPrompted(null),
    },
  };
}

export type Parking = ReturnType<typeof useParking>;

export const ParkButton = ({ parking: { isBusy, run } }: { parking: Parking }) => (
  <Button loading={isBusy} onClick={() => run(null)}>
    Dejar en espera
  </Button>
);

/** Button 'En espera', in every step, which opens the list of parked drafts. */
export function ParkedDraftsButton({ wizard, parking }: { wizard: WizardState; parking: Parking }) {
  const { ownerId } = wizard;
  const waiting = useLiveQuery(() => countParkedDrafts(ownerId), [ownerId]) ?? 0;
  return (
    <>
      {waiting > 0 && (
        <Button
          variant="subtle"
          classNames={{ root: 'waiting', label: 'waiting-label' }}
          onClick={() => parking.show(true)}
        >
          En espera: {waiting}
        </Button>
      )}
      {parking.isOpen && <ParkedDialog wizard={wizard} parking={parking} />}
      {parking.question && <SamePatientDialog {...parking.question} />}
    </>
  );
}
