import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '#ui/display/icon.tsx';
import type { NoteLines } from './use-note-lines.ts';
import './line-adder.css';

interface LineAdderProps {
  lines: NoteLines;
  /** Label of the button. */
  label: string;
  onBegin: () => void;
  /** Maximum number of rows of the note. At that number a message replaces the button. */
  max: number;
  count: number;
  /** Fields of the line in progress. */
  children: ReactNode;
}

/** Shows the button that begins a line, or the fields of the line in progress. Their values are stored like the text. */
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
