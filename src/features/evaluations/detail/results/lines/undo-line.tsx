import { Button } from '@mantine/core';
import { focusOnMount } from '#ui/hooks/focus/take-focus.ts';
import type { NoteLines } from './use-note-lines.ts';
import './undo-line.css';

export const UndoChangeBar = ({ lines: { done, undo } }: { lines: NoteLines }) => (
  <div className="undo-line" aria-live="polite">
    {done && (
      <>
        <span>{done.said}</span>
        <Button
          key={done.nth}
          ref={done.takesFocus ? focusOnMount : undefined}
          variant="subtle"
          aria-label={`Deshacer: ${done.said}`}
          onClick={undo}
        >
          Deshacer
        </Button>
      </>
    )}
  </div>
);
