import { ConflictNotice, type ConflictingValue } from '#ui/notices/conflict-notice.tsx';
import { NotSavedNotice } from '#ui/notices/not-saved-notice.tsx';
import type { FormProblem } from './use-record-form.ts';

const CORRECT_FIELDS_HINT = 'Corrige los campos marcados antes de continuar.';

interface RecordProblemProps {
  state: {
    readonly problem: FormProblem | null;
    readonly busy: boolean;
    readonly keepMine: () => void;
    readonly takeTheirs: () => void;
  };
  /** Name of the record in a sentence, such as 'esta empresa'. */
  what: string;
  differences?: readonly ConflictingValue[];
}

export function RecordProblem({ state, what, differences = [] }: RecordProblemProps) {
  const { problem, busy, keepMine, takeTheirs } = state;
  switch (problem?.type) {
    case undefined:
      return null;
    case 'conflict':
      return (
        <ConflictNotice
          what={what}
          values={differences}
          busy={busy}
          onKeepMine={keepMine}
          onTakeTheirs={takeTheirs}
        />
      );
    case 'failed': {
      const { isMarked, unplaced, trouble } = problem;
      return (
        <NotSavedNotice
          text={isMarked ? CORRECT_FIELDS_HINT : (unplaced[0] ?? trouble.text)}
          unplaced={unplaced}
          supportCode={trouble.supportCode}
        />
      );
    }
  }
}
