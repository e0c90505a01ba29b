import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Notice } from '#ui/notices/notice.tsx';
import type { SaveState } from './use-saving.ts';

interface SaveBarProps {
  label: string;
  state: SaveState;
  changed: boolean;
  /** What is typed is written on this device. */
  kept: boolean;
  /** Why nothing can be saved now; null when it can be tried. */
  disabledReason: string | null;
  onSave: () => void;
  children?: ReactNode;
}

const Failure = ({ state }: { state: SaveState }) => {
  if (state.name === 'conflict')
    return (
      <Notice kind="warn" title="Hay textos que otra persona cambió también.">
        Elige en cada uno cuál queda y guarda de nuevo.
      </Notice>
    );
  if (state.name !== 'failed') return null;
  return (
    <Notice kind="error" title={state.text}>
      {state.details.length > 0 && (
        <ul className="save-details">
          {state.details.map(({ field, message }) => (
            <li key={`${field} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
};

/** What of the section is where. */
function whereabouts({ changed, kept }: Pick<SaveBarProps, 'changed' | 'kept'>): string {
  if (!changed) return 'Sin cambios por guardar.';
  return kept ? 'Cambios sin guardar. El borrador está en este dispositivo.' : 'Guardando el borrador…';
}

/** The end of a section: what keeps it from being saved, and the button. */
export function SaveBar({ label, state, changed, kept, disabledReason, onSave, children }: SaveBarProps) {
  const hintId = useId();
  const hint = disabledReason ?? whereabouts({ changed, kept });
  return (
    <>
      <Failure state={state} />
      <div className="card-bar">
        {children}
        <p id={hintId} className="card-bar-grow save-hint">
          {hint}
        </p>
        <Button
          variant="filled"
          aria-describedby={hintId}
          disabled={disabledReason !== null || !changed}
          loading={state.name === 'saving'}
          onClick={onSave}
        >
          {label}
        </Button>
      </div>
    </>
  );
}
