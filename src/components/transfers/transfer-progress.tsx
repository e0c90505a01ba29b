import { useState } from 'react';

export type OnProgress = (done: number, total: number) => void;

interface Step {
  readonly done: number;
  readonly total: number;
}

export function useTransferProgress(): { progress: Step | null; onProgress: OnProgress } {
  const [progress, setProgress] = useState<Step | null>(null);
  return { progress, onProgress: (done, total) => setProgress({ done, total }) };
}

/**
 * Shows the progress. It is null at first, because deriving the key from the code takes a moment before the first entry is
 * done.
 */
export const TransferProgress = ({ progress, word }: { progress: Step | null; word: string }) => (
  <output>{progress === null ? `${word}…` : `${word} ${progress.done} de ${progress.total}…`}</output>
);
