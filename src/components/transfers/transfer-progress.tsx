import { useState } from 'react';

export type OnTransferProgress = (done: number, total: number) => void;

interface TransferProgressCount {
  readonly done: number;
  readonly total: number;
}

export function useTransferProgress(): {
  progress: TransferProgressCount | null;
  onProgress: OnTransferProgress;
} {
  const [progress, setProgress] = useState<TransferProgressCount | null>(null);
  return { progress, onProgress: (done, total) => setProgress({ done, total }) };
}

/** Shows the progress. `progress` is null until the first entry is done, because the key is derived from the code first. */
export const TransferProgress = ({
  progress,
  word,
}: {
  progress: TransferProgressCount | null;
  word: string;
}) => <output>{progress === null ? `${word}…` : `${word} ${progress.done} de ${progress.total}…`}</output>;
