import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CatalogItem } from '#sync/administration/catalog-administration.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import type { CatalogTexts } from '../texts.ts';

interface ActivationButtonProps {
  item: CatalogItem;
  words: CatalogTexts;
  busy: boolean;
  disabled: boolean;
  onSwitch: (isActive: boolean) => void;
}

/** Button 'Activar' or 'Desactivar'. Prompts first if the deactivation affects users immediately. */
export function ActivationButton({ item, words, busy, disabled, onSwitch }: ActivationButtonProps) {
  const [isPrompting, setPrompting] = useState(false);
  const { beforeDeactivating } = words;
  const press = () =>
    item.is_active && beforeDeactivating !== undefined ? setPrompting(true) : onSwitch(!item.is_active);
  return (
    <>
      <Button loading={busy} disabled={disabled} onClick={press}>
        {item.is_active ? 'Desactivar' : 'Activar'}
      </Button>
      <ConfirmDialog
        opened={isPrompting}
        title={`¿Desactivar ${item.name}?`}
        confirmLabel={`Desactivar ${words.it}`}
        tone="danger"
        main="cancel"
        onConfirm={() => {
          setPrompting(false);
          onSwitch(false);
        }}
        onCancel={() => setPrompting(false)}
      >
        {beforeDeactivating}
      </ConfirmDialog>
    </>
  );
}
