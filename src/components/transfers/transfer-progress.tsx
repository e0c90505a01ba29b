import { useState } from 'react';

export type OnTransferProgress = (done: number, total: number) => void;

interface Step {
  readonly done: number;
  readonly total: number;
}

export function useTransferProgress(): { progress: Step | null; onProgress: OnTransferProgress } {
  const [progress, setProgress] = useState<Step | null>(null);
  return { progress, onProgress: (done, total) => setProgress({ done, total }) };
}

/** Shows the progress. `progress` is null until the first entry is done, because the key is derived from the code first. */
export const TransferProgress = ({ progress, word }: { progress: Step | null; word: string }) => (
  <output>{progress === null ? `${word}…` : `${word} ${progress.done} de ${progress.total}…`}</output>
);
