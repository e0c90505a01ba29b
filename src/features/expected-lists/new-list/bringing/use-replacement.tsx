import { useState, type ReactNode } from 'react';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';

/**
 * Prompts the user before a change that drops the corrections of the brought sheet. `label`: name of what was brought;
 * `correctedRows`: number of its rows that have corrections.
 */
export function useReplacement(
  label: string,
  correctedRows: number,
): { dialog: ReactNode; confirm: (change: () => void) => void } {
  const [pending, setPending] = useState<{ readonly change: () => void } | null>(null);
  const dialog = (
    <ConfirmDialog
      opened={pending !== null}
      title="¿Descartar lo que corregiste?"
      confirmLabel="Descartar"
      cancelLabel="Conservar"
      tone="danger"
      onConfirm={() => {
        pending?.change();
        setPending(null);
      }}
      onCancel={() => setPending(null)}
    >
      <p>
        Corregiste {formatCountWithNoun(correctedRows, 'fila', 'filas')} de {label}. Si lo quitas o traes otra
        lista, hay que corregir de nuevo.
      </p>
    </ConfirmDialog>
  );
  return {
    dialog,
    confirm: (change) => (correctedRows > 0 ? setPending({ change }) : change()),
  };
}
