import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isEmptyWorksheet, type WorksheetSection } from '#domain/evaluation/worksheet/worksheet.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import type { PageSaving } from '../state/use-saving.ts';
import { tryFocusRequirementControl } from './checks/missing-place.ts';
import './save-all.css';

/**
 * Returns the function that saves all sections and then calls `onSaved`. After a failure, the button of the section that was
 * not saved gets the focus, because the message is next to it.
 */
export function useSaveAll({ isSaving, saveAll }: PageSaving): (onSaved?: () => void) => void {
  const [failed, setFailed] = useState<WorksheetSection | null>(null);
  useEffect(() => {
    if (failed) tryFocusRequirementControl({ type: 'save', section: failed });
  }, [failed]);
  const attempt = async (onSaved?: () => void) => {
    const section = await saveAll();
    setFailed(section);
    if (section === null) onSaved?.();
  };
  return (onSaved) => {
    if (isSaving) return;
    setFailed(null);
    attempt(onSaved).catch(reportError);
  };
}

interface SaveAllButtonProps {
  context: EvaluationContext;
  isSaving: boolean;
  onSave: () => void;
}

/** Button that saves results, notes and decisions with one press. Hidden while nothing is unsaved. */
export function SaveAllButton({ context, isSaving, onSave }: SaveAllButtonProps) {
  if (isEmptyWorksheet(context.typing.sheet) && !isSaving) return null;
  return (
    <Button
      variant="filled"
      fullWidth
      className="sign-save"
      disabled={context.disabledReason !== null}
      loading={isSaving}
      onClick={onSave}
    >
      Guardar todo
    </Button>
  );
}
