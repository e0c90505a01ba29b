import { useState } from 'react';

export interface Change<Trouble> {
  readonly busy: boolean;
  /** Failure of the last run; null from the start of the next one. */
  readonly trouble: Trouble | null;
  /** Resolves when the run has ended, with or without success; a second run in the meantime does nothing. */
  readonly run: (work: () => Promise<Trouble | null>) => Promise<void>;
  readonly forget: () => void;
}

/**
 * Runs the changes that a user makes on a page one at a time. `work` makes one change and resolves to its failure, or to null
 * on success.
 */
export function useChange<Trouble>(): Change<Trouble> {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const attempt = async (work: () => Promise<Trouble | null>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setTrouble(null);
    try {
      setTrouble(await work());
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    trouble,
    run: (work) => attempt(work).catch(reportError),
    forget: () => setTrouble(null),
  };
}
