import { notifyManager } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { isEmptyWorksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import { useNextStepKey } from '#ui/hooks/focus/use-next-key.ts';
import { toast } from '#ui/notices/toast.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import type { SigningHindrance } from './checks/hindrance.ts';
import { hasRequirementControlFocus, tryFocusRequirementControl } from './checks/missing-place.ts';
import { useLeaveForNextPatient } from './closed/next-waiting.tsx';

interface NextStepInput {
  readonly context: EvaluationContext;
  readonly hindrance: SigningHindrance | null;
  /** Element with the text of the hindrance. */
  readonly message: RefObject<HTMLElement | null>;
  readonly saveAll: (onSaved: () => void) => void;
  readonly openPrompt: () => void;
}

/**
 * Handles Ctrl+Enter: saves unsaved input, then opens the signing dialog, focuses the first missing control, or leads to the
 * next patient. A press after a save opens the dialog, so that the doctor sees the saved state before. The control that has the
 * focus already is not focused again: the doctor has nothing to enter there now, so the press leads to the next patient.
 */
export function useNextStep({ context, hindrance, message, saveAll, openPrompt }: NextStepInput): void {
  const leave = useLeaveForNextPatient(context);
  const [saves, setSaves] = useState(0);
  const isUnsaved = !isEmptyWorksheet(context.typing.sheet);
  const moveOn = (isAfterSave: boolean) => {
    if (hindrance === null) return isAfterSave ? undefined : openPrompt();
    const { place, isAwaited = false } = hindrance;
    const isSeen = hasRequirementControlFocus(place) || document.activeElement === message.current;
    const isDone = place === null ? isAwaited && (isAfterSave || isSeen) : isSeen;
    if (isDone && !isUnsaved) leave();
    else if (!tryFocusRequirementControl(place)) message.current?.focus();
  };
  useNextStepKey(() => {
    // Scheduled after the notification with which the saved evaluation reaches this page.
    if (!isUnsaved) return moveOn(false);
    // The reason next to the buttons may be scrolled out of view.
    if (context.disabledReason !== null) return toast('warn', context.disabledReason);
    saveAll(() => notifyManager.schedule(() => setSaves(saves + 1)));
  });
  // The doctor may have typed more while the input was being saved, and then stays there.
  const continueAfterSave = useEffectEvent(() => isUnsaved || moveOn(true));
  useEffect(() => {
    if (saves > 0) continueAfterSave();
  }, [saves]);
}
