import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Notice } from '#ui/notice.tsx';
import type { SaveState } from './use-saving.ts';

interface SaveBarProps {
  label: string;
  state: SaveState;
  changed: boolean;
  /** Why nothing can be saved now; null when it can be tried. */
  barrier: string | null;
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

/** The end of a section: what keeps it from being saved, and the button. */
export function SaveBar({ label, state, changed, barrier, onSave, children }: SaveBarProps) {
  const hintId = useId();
  const hint =
    barrier ?? (changed ? 'Cambios sin guardar. El borrador queda en este dispositivo.' : 'Sin cambios.');
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
          disabled={barrier !== null || !changed}
          loading={state.name === 'saving'}
          onClick={onSave}
        >
          {label}
        </Button>
      </div>
    </>
  );
}
