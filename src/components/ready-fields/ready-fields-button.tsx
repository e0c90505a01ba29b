import { Button } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '#ui/display/icon.tsx';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';

/** The lists of ready fields are large, so they are fetched only when the dialog opens. */
const ReadyFieldsDialog = lazyComponent(() => import('./ready-fields-dialog.tsx'), 'ReadyFieldsDialog');

interface ReadyFieldsButtonProps {
  ownerId: string;
  /** Reason why no field can be created now; null if it can. */
  disabledReason: string | null;
  /** Called after each attempt that may have created fields. */
  onAdded: () => void;
}

/** Button 'Agregar campos listos' with its dialog. */
export function ReadyFieldsButton({ ownerId, disabledReason, onAdded }: ReadyFieldsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        leftSection={<Icon name="list" />}
        disabled={disabledReason !== null}
        onClick={() => setOpen(true)}
      >
        Agregar campos listos
      </Button>
      {isOpen && <ReadyFieldsDialog ownerId={ownerId} onAdded={onAdded} onClose={() => setOpen(false)} />}
    </>
  );
}
