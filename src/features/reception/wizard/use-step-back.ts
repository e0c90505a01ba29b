import { useEffect, useEffectEvent, useRef } from 'react';
import { isInDialog } from '#ui/dialogs/unsaved.ts';
import { raiseHistoryGuard } from '#ui/dialogs/history-guard.ts';
import type { Step } from '../form/registration-schema.ts';

/** Marks the single entry of the browser's history that represents the later steps. */
const MARK = 'wizardStep';

const entryOf = (state: unknown): { readonly idx?: unknown } =>
  typeof state === 'object' && state !== null ? state : {};
function placeOf(state: unknown): number | null {
  const { idx } = entryOf(state);
  return typeof idx === 'number' ? idx : null;
}
const isMarked = (state: unknown): boolean => MARK in entryOf(state);

/** Adds an entry with the router's next index; the address is the same, so the router need not know. */
function addEntry(): void {
  const place = placeOf(history.state);
  const idx = place === null ? {} : { idx: place + 1 };
  history.pushState({ ...entryOf(history.state), ...idx, [MARK]: true }, '');
}

/**
 * Closes a dialog as its key does, because a receptionist who gave the tablet away must not find another step behind the
 * dialog.
 */
const closeDialog = (): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  );

interface StepBack {
  /** False for a correction, which leads back to the place where it was opened. */
  readonly isOn: boolean;
  readonly step: Step;
  /** Returns true while a patient is being confirmed or parked; the step then stays. */
  readonly isHeld: () => boolean;
  readonly onBack: () => void;
}

/**
 * Makes 'Atrás' of the browser or of Android lead to the previous step, and from the first step off the page. The steps have no
 * entries in the history, because a confirmed patient would still be in them: the page has one additional entry, and a user who
 * goes back from it is returned to it while there is a previous step.
 */
export function useStepBack({ isOn, step, isHeld, onBack }: StepBack): void {
  /** True while the added entry is the current one, as far as known. */
  const isAhead = useRef(false);
  /** Index of the added entry in the router's count. */
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
    // The router may have overwritten the mark, and never the index.
    const isThere =
      isMarked(event.state) ||
      (isReturning.current && ahead.current !== null && placeOf(event.state) === ahead.current);
    // A user who quickly goes back twice may be here again before the added entry was reached.
    const wasThere = isAhead.current || isReturning.current;
    if (!isThere && !wasThere) return; // The event belongs to another page, or to an entry before this page.
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
