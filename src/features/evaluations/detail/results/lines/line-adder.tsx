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
  /** The fields, while a line is begun. */
  children: ReactNode;
}

/** The button that begins a line, or the fields that it opened. What is typed in them is kept as the text is. */
export const LineAdder = ({ lines: { begun }, label, onBegin, children }: LineAdderProps) =>
  begun === null ? (
    <UnstyledButton className="line-begin" onClick={onBegin}>
      <Icon name="plus" size={18} />
      {label}
    </UnstyledButton>
  ) : (
    <fieldset className="line-fields" aria-label={label}>
      {children}
    </fieldset>
  );
