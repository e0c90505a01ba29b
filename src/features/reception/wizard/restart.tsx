import { Button } from '@mantine/core';
import { useState } from 'react';
import { isEmptyContent } from '#domain/registration.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { discardDraft } from '#sync/changes/on-device.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { tellOtherWindows, type DraftKey } from '../draft/draft-channel.ts';
import type { WizardState } from './use-wizard.ts';

interface RestartProps {
  draftKey: DraftKey;
  wizard: WizardState;
  onRestart: () => void;
}

export const isEmpty = ({ form, typedCompanies, captures }: WizardState): boolean =>
  isEmptyContent({ form: form.values, typedCompanies }) &&
  captures.pictures.photo === null &&
  captures.pictures.signature === null;

/** The way to begin again, once there is something to be thrown away. */
export function Restart({ draftKey, wizard, onRestart }: RestartProps) {
  const [asking, setAsking] = useState(false);
  const correcting = draftKey.entryId !== null;
  const label = correcting ? 'Deshacer cambios' : 'Descartar todo';
  const restart = async () => {
    wizard.draft.saver.stop();
    // A photo that is still coming is written before all is thrown away, not after. One that cannot be written is not missed.
    await wizard.captures.settle().catch(() => undefined);
    try {
      await discardDraft(draftKey.ownerId, draftKey.entryId);
      tellOtherWindows(draftKey);
    } catch (error) {
      // Another window has put somebody else there, who is not thrown away but shown.
      if (!(error instanceof StorageProblem) || error.kind !== 'changed') throw error;
    }
    onRestart();
  };
  return (
    <>
      {!isEmpty(wizard) && (
        <Button variant="subtle" onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={correcting ? '¿Deshacer los cambios?' : '¿Descartar todo?'}
        confirmLabel={label}
        tone="danger"
        onConfirm={() => void restart().catch(reportError)}
        onCancel={() => setAsking(false)}
      >
        {correcting
          ? 'Se vuelve a lo que se confirmó. Lo que cambiaste aquí se pierde.'
          : 'Se borran los datos escritos, la foto y la firma de este borrador.'}
      </ConfirmDialog>
    </>
  );
}
