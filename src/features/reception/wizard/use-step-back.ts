import { useEffect, useEffectEvent, useRef } from 'react';
import { isDialogOpen } from '#ui/dialogs/unsaved.ts';
import { historyPositionOf, setHistoryGuard } from '#ui/dialogs/history-guard.ts';
import type { WizardStep } from '../form/registration-schema.ts';

/** Property that marks the history entry added by this hook. */
const HISTORY_MARK = 'wizardStep';

const historyStateOf = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {});
const isWizardHistoryState = (state: unknown): boolean => HISTORY_MARK in historyStateOf(state);

/** Adds a history entry with the router's next index. The router needs no notification, because the URL is the same. */
function pushHistoryEntry(): void {
  const place = historyPositionOf(history.state);
  const idx = place === null ? {} : { idx: place + 1 };
  history.pushState({ ...historyStateOf(history.state), ...idx, [HISTORY_MARK]: true }, '');
}

/** Closes a dialog as Escape does, because the step must not change behind it while the patient has the tablet. */
const pressEscapeInDialog = (): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  );

interface StepBackOptions {
  /** False in a correction, where 'Atrás' leaves the correction and returns to the page that opened it. */
  readonly isOn: boolean;
  readonly step: WizardStep;
  /** Returns true while the registration is being confirmed or parked; 'Atrás' then does nothing. */
  readonly isHeld: () => boolean;
  readonly onBack: () => void;
}

/**
 * Makes 'Atrás' of the browser or of Android open the previous step, and leave the page in step 1. The steps are not in the
 * history, because the user could then return to a confirmed patient. Instead, the page has one additional history entry. When
 * the user goes back from that entry, the step changes and the hook returns to the entry, except in step 1.
 */
export function useStepBack({ isOn, step, isHeld, onBack }: StepBackOptions): void {
  /** True while the additional entry is the current one, as far as this hook knows. */
  const isAhead = useRef(false);
  /** Router's index of the additional entry. */
  const ahead = useRef<number | null>(null);
  const isReturning = useRef(false);
  useEffect(() => {
    isAhead.current = isWizardHistoryState(history.state);
  }, []);
  useEffect(() => {
    if (!isOn || step === 0 || isAhead.current) return;
    pushHistoryEntry();
    isAhead.current = true;
  }, [isOn, step]);

  const returnToForm = () => {
    const here = historyPositionOf(history.state);
    ahead.current = here === null ? null : here + 1;
    isReturning.current = true;
    history.forward();
  };
  const leaveEntry = () => {
    isAhead.current = false;
    if (step === 0) return history.back();
    if (isHeld()) return returnToForm();
    if (isDialogOpen()) {
      pressEscapeInDialog();
      return returnToForm();
    }
    onBack();
    if (step > 1) returnToForm();
  };
  const onPop = useEffectEvent((event: PopStateEvent) => {
    // The router may have replaced the state, which removes the mark but not the index.
    const isThere =
      isWizardHistoryState(event.state) ||
      (isReturning.current && ahead.current !== null && historyPositionOf(event.state) === ahead.current);
    // A user who goes back twice quickly may leave the additional entry before the hook has returned to it.
    const wasThere = isAhead.current || isReturning.current;
    if (!isThere && !wasThere) return; // Ignores the event: it belongs to another page, or to a history entry before this page.
    event.stopImmediatePropagation();
    isReturning.current = false;
    if (isThere) isAhead.current = true;
    else leaveEntry();
  });
  useEffect(() => {
    if (!isOn) return;
    const { pathname } = location;
    return setHistoryGuard((event) => {
      if (location.pathname === pathname) onPop(event);
    });
  }, [isOn]);
}
