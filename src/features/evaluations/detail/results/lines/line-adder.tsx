import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '#ui/display/icon.tsx';
import type { NoteLines } from './use-note-lines.ts';
import './line-adder.css';

interface LineAdderProps {
  lines: NoteLines;
  /** What the button says. */
  label: string;
  onBegin: () => void;
  /** Most rows that a note has; with all of them none is begun. */
  max: number;
  count: number;
  /** The fields, while a line is begun. */
  children: ReactNode;
}

/** The button that begins a line, or the fields that it opened. What is typed in them is kept as the text is. */
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
