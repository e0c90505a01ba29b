import { StorageProblem } from '#storage/base/problem.ts';
import { discardDraft } from '#sync/changes/on-device.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { notifyOtherWindows } from '../draft/draft-channel.ts';
import type { RestartProps } from './restart.tsx';

/** Discards everything on the screen after the user confirms. */
export function RestartPrompt(props: RestartProps & { label: string; onCancel: () => void }) {
  const { draftKey, wizard, onRestart, onLeave, label, onCancel } = props;
  const correcting = draftKey.entryId !== null;
  const restart = async () => {
    wizard.draft.saver.stop();
    // A photo in preparation must not be written after the draft is discarded. A failed write does not matter.
    await wizard.captures.settle().catch(() => undefined);
    try {
      await discardDraft(draftKey.ownerId, draftKey.entryId);
      notifyOtherWindows(draftKey);
    } catch (error) {
      // Another window has stored another patient in the draft, which is shown instead of discarded.
      if (!(error instanceof StorageProblem) || error.kind !== 'changed') throw error;
      return onRestart();
    }
    return correcting ? onLeave() : onRestart();
  };
  return (
    <ConfirmDialog
      opened
      title={correcting ? '¿Cancelar la corrección?' : '¿Descartar todo?'}
      confirmLabel={label}
      cancelLabel={correcting ? 'Seguir corrigiendo' : 'Cancelar'}
      tone="danger"
      onConfirm={() => void restart().catch(reportError)}
      onCancel={onCancel}
    >
      {correcting
        ? 'El registro queda como estaba. Lo que cambiaste aquí se pierde.'
        : 'Se borran los datos escritos, la foto y la firma de este borrador.'}
    </ConfirmDialog>
  );
}
