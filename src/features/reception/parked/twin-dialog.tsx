import { Button, Modal } from '@mantine/core';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { useRestoreFocus } from '#ui/hooks/use-focus-back.ts';

interface SamePatientDialogProps {
  /** Text that states since when a draft with the same document is parked. */
  text: string;
  onBring: () => void;
  onBoth: () => void;
  onCancel: () => void;
}

/** Prompt before the same patient is parked a second time: the user states whether both registrations are intended. */
export function SamePatientDialog({ text, onBring, onBoth, onCancel }: SamePatientDialogProps) {
  useRestoreFocus();
  return (
    <Modal opened onClose={onCancel} title="Esta persona ya está en espera" size={680}>
      <p>{text} Si la traes no se pierde nada: lo que aquí haya de más queda en espera a cambio.</p>
      <DialogActions>
        <Button data-autofocus onClick={onCancel}>
          Cancelar
        </Button>
        <Button onClick={onBoth}>Dejar las dos en espera</Button>
        <Button variant="filled" onClick={onBring}>
          Traer la que espera
        </Button>
      </DialogActions>
    </Modal>
  );
}
