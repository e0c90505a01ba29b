import { Button } from '@mantine/core';
import { isEmptyWorksheet } from '#domain/evaluation/worksheet.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import type { PageSaving } from '../state/use-saving.ts';
import { tryFocusRequirementControl } from './missing-place.ts';

/**
 * Saves all sections. After a failure, the button of the section that was not saved gets the focus, because the message is next
 * to it.
 */
export const saveAllSections = async ({ saveAll }: PageSaving): Promise<void> => {
  const failed = await saveAll();
  if (failed) tryFocusRequirementControl({ type: 'save', section: failed });
};

/** Button that saves results, notes and decisions with one press. Hidden while nothing is unsaved. */
export function SaveAllButton({ context, saving }: { context: EvaluationContext; saving: PageSaving }) {
  if (isEmptyWorksheet(context.typing.sheet) && !saving.isSaving) return null;
  return (
    <Button
      variant="filled"
      fullWidth
      className="sign-save"
      disabled={context.disabledReason !== null}
      loading={saving.isSaving}
      onClick={() => void saveAllSections(saving).catch(reportError)}
    >
      Guardar todo
    </Button>
  );
}
