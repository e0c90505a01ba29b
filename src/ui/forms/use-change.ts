import { useState } from 'react';

export interface Change<Trouble> {
  readonly busy: boolean;
  /** What went wrong the last time; null from the next begin on. */
  readonly trouble: Trouble | null;
  /** Resolves when it is over, well or not; a second one that is begun meanwhile does nothing. */
  readonly run: (work: () => Promise<Trouble | null>) => Promise<void>;
  readonly forget: () => void;
}

/** Something a person asked for, one at a time: `work` resolves to what went wrong, or to null when it is done. */
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
