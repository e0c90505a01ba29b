import { useEffect, useEffectEvent, useRef } from 'react';
import { isInDialog } from '#ui/dialogs/unsaved.ts';
import { raiseHistoryGuard } from '#ui/dialogs/history-guard.ts';
import type { Step } from '../form/registration-schema.ts';

/** Marks the one entry of the browser's history that stands for the later steps. */
const MARK = 'wizardStep';

const entryOf = (state: unknown): { readonly idx?: unknown } =>
  typeof state === 'object' && state !== null ? state : {};
function placeOf(state: unknown): number | null {
  const { idx } = entryOf(state);
  return typeof idx === 'number' ? idx : null;
}
const isMarked = (state: unknown): boolean => MARK in entryOf(state);

/** The router counts its entries; the address is the same, and it need not know. */
function addEntry(): void {
  const place = placeOf(history.state);
  const idx = place === null ? {} : { idx: place + 1 };
  history.pushState({ ...entryOf(history.state), ...idx, [MARK]: true }, '');
}

/** As by its key: whoever gave the tablet away must not find another step behind the dialog. */
const closeDialog = (): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  );

interface StepBack {
  /** A correction has its own way, to where it was opened. */
  readonly isOn: boolean;
  readonly step: Step;
  /** Somebody is being confirmed or parked: nothing moves. */
  readonly isHeld: () => boolean;
  readonly onBack: () => void;
}

/**
 * 'Atrás' of the browser or of Android in a later step leads to the step before, from the first one it leaves. The steps
 * have no entries of their own, in which somebody who is confirmed would still stand: there is one more entry than the
 * page's own, and whoever steps back from it is put there again as long as a step is before theirs.
 */
export function useStepBack({ isOn, step, isHeld, onBack }: StepBack): void {
  /** On the entry that was added, as far as is known. */
  const isAhead = useRef(false);
  /** Its place in the router's count. */
  const ahead = useRef<number | null>(null);
  const isReturning = useRef(false);
  useEffect(() => {
    isAhead.current = isMarked(history.state);
  }, []);
  useEffect(() => {
    if (!isOn || step === 0 || isAhead.current) return;
    addEntry();
    isAhead.current = true;
  }, [isOn, step]);

  const returnThere = () => {
    const here = placeOf(history.state);
    ahead.current = here === null ? null : here + 1;
    isReturning.current = true;
    history.forward();
  };
  const leaveEntry = () => {
    isAhead.current = false;
    if (step === 0) return history.back();
    if (isHeld()) return returnThere();
    if (isInDialog()) {
      closeDialog();
      return returnThere();
    }
    onBack();
    if (step > 1) returnThere();
  };
  const onPop = useEffectEvent((event: PopStateEvent) => {
    // The router may have written over the mark, and never over the place.
    const isThere =
      isMarked(event.state) ||
      (isReturning.current && ahead.current !== null && placeOf(event.state) === ahead.current);
    // Whoever steps back twice at once may be here again before they were there.
    const wasThere = isAhead.current || isReturning.current;
    if (!isThere && !wasThere) return; // Another page's, or one before this.
    event.stopImmediatePropagation();
    isReturning.current = false;
    if (isThere) isAhead.current = true;
    else leaveEntry();
  });
  useEffect(() => {
    if (!isOn) return;
    const { pathname } = location;
    return raiseHistoryGuard((event) => {
      if (location.pathname === pathname) onPop(event);
    });
  }, [isOn]);
}
