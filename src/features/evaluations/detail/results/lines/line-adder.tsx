import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '#ui/display/icon.tsx';
import type { NoteLines } from './use-note-lines.ts';
import './line-adder.css';

interface LineAdderProps {
  lines: NoteLines;
  label: string;
  onBegin: () => void;
  max: number;
  count: number;
  children: ReactNode;
}

/**
 * Button that begins a new row, or the fields of the begun row. The device stores the values of these fields while the doctor
 * types, as it does for texts.
 */
export function LineAdder({ lines: { begun }, label, onBegin, max, count, children }: LineAdderProps) {
  if (begun !== null)
    return (
      <fieldset className="line-fields" aria-label={label}>
        {children}
      </fieldset>
    );
  if (count >= max)
    return (
      <p className="line-full">
        Ya hay {max}: caben hasta {max}.
      </p>
    );
  return (
    <UnstyledButton className="line-begin" onClick={onBegin}>
      <Icon name="plus" size={18} />
      {label}
    </UnstyledButton>
  );
}
