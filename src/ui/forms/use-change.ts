import { useState } from 'react';

export interface ChangeRunner<Trouble> {
  readonly busy: boolean;
  /** Reason why the last run failed; null after a success and from the start of the next run. */
  readonly trouble: Trouble | null;
  /** Runs a change and resolves when it has ended, with or without success. Does nothing while another run is pending. */
  readonly run: (work: () => Promise<Trouble | null>) => Promise<void>;
  readonly forget: () => void;
}

/**
 * Runs a user's changes on a page one at a time. `work`: makes one change and resolves to the reason of its failure, or null.
 */
export function useChangeRunner<Trouble>(): ChangeRunner<Trouble> {
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
