import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '#ui/display/icon.tsx';
import type { NoteLines } from './use-note-lines.ts';
import './written-line.css';

interface WrittenLineProps {
  lines: NoteLines;
  line: string;
  remove: (text: string, line: string) => string;
  children: ReactNode;
}

/** A line that stands in the note, and its way out of it. */
export const WrittenLine = ({ lines, line, remove, children }: WrittenLineProps) => (
  <div className="written-line">
    <div className="written-line-words">{children}</div>
    <Button
      variant="subtle"
      leftSection={<Icon name="trash" />}
      aria-label={`Quitar: ${line}`}
      onClick={() => lines.write((text) => remove(text, line), `Quitado: ${line}`)}
    >
      Quitar
    </Button>
  </div>
);
