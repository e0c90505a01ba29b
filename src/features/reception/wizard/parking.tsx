import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense, useState } from 'react';
import type { CardText } from '#domain/card/capture.ts';
import { addsNothingToForm } from '#domain/registration.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { countParkedDrafts, listParkedDraftsOf, type ParkedDraft } from '#storage/drafts/parked-drafts.ts';
import { exchangeDraft } from '#sync/changes/on-device.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { notifyOtherWindows } from '../draft/draft-channel.ts';
import { withoutLookupValues } from '../form/create-body.ts';
import { focusElement } from '../form/focus.ts';
import { parkedSinceText } from '../patient/use-parked-draft-of.ts';
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

/**
 * Parks the current draft, and opens a parked one if given (S27). Saves everything on the screen first; later changes, for
 * example by a lookup, must not be saved in the draft that opens next. Returns null on success.
 */
async function exchange(
  { ownerId, wizard: { draft, captures } }: ParkingProps,
  parkedId: string | null,
  dropsPresent: boolean,
): Promise<ParkingProblem | null> {
  const { saver } = draft;
  const settled = Promise.all([saver.flush(), captures.settle()]);
  saver.hold();
  try {
    await settled;
    const outcome = await exchangeDraft(ownerId, parkedId, Date.now(), { dropsPresent });
    if (outcome !== 'exchanged') return { type: outcome };
    saver.stop();
    notifyOtherWindows({ ownerId, entryId: null });
    return null;
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    return { type: 'storage', kind: error.kind };
  } finally {
    saver.release();
  }
}

/** Open prompt: the patient is already parked, and nothing changes before the user decides. */
interface Asked {
  readonly twin: { readonly id: string; readonly text: string };
  readonly parkedId: string | null;
  readonly next: CardText | null;
}

/**
 * Returns true if the parked draft has all data of the form. Values from the lookup do not count, because the user did not type
 * them.
 */
function isInParked(
  { form, identity: { linked }, typedCompanies, captures }: WizardState,
  { content }: ParkedDraft,
) {
  if (content === null || content === 'damaged' || captures.taken.photo || captures.taken.signature)
    return false;
  const values = form.getValues();
  return (
    addsNothingToForm(linked ? withoutLookupValues(values, linked) : values, content.form) &&
    Object.values(typedCompanies).every((text) => text.trim() === '')
  );
}

/** Returns the parked drafts with the document in the form; none after a storage error, which the exchange will report. */
async function twinsOf({ ownerId, wizard }: ParkingProps): Promise<ParkedDraft[]> {
  try {
    return await listParkedDraftsOf(ownerId, wizard.form.getValues());
  } catch (error) {
    if (error instanceof StorageProblem) return [];
    throw error;
  }
}

export function useParking(props: ParkingProps) {
  const { isParking: busy, setParking: setBusy } = props.wizard;
  const [isOpen, setOpen] = useState(props.opensWaiting);
  const [trouble, setTrouble] = useState<ParkingProblem | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);

  const begin = async (parkedId: string | null, next: CardText | null, isMeant: boolean): Promise<void> => {
    const twins = await twinsOf(props);
    const wanted = twins.find(({ id }) => id === parkedId);
    const dropsPresent = wanted !== undefined && isInParked(props.wizard, wanted);
    const twin = twins.find(({ id }) => id !== parkedId);
    if (twin && !dropsPresent && !isMeant) {
      setOpen(false);
      return setAsked({ twin: { id: twin.id, text: parkedSinceText(twin, Date.now()) }, parkedId, next });
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

type Parking = ReturnType<typeof useParking>;

export const ParkButton = ({ parking: { isTyped, busy, run } }: { parking: Parking }) =>
  isTyped && (
    <Button loading={busy} onClick={() => run(null)}>
      Dejar en espera
    </Button>
  );

/** Button 'En espera', in every step, which opens the list of parked drafts. */
export function ParkedDraftsButton({ ownerId, parking }: { ownerId: string; parking: Parking }) {
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
