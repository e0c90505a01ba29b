import { Button } from '@mantine/core';
import { useEffect, useState, type ComponentProps } from 'react';
import type { ShownReadProblem } from '#sync/reads/last-read.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { StorageNotice } from './storage-notice.tsx';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import './read-notice.css';

interface ReadProblemNoticeProps {
  /** Reason why the data could not be read; null if they were read. */
  problem:
    | null
    | ({ readonly type: 'storage' } & ComponentProps<typeof StorageNotice>)
    | Extract<ShownReadProblem, { type: 'read' }>;
  onRetry: () => unknown;
}

/** Says why a screen has no data or only cached data. The notice is less prominent if cached data is shown. */
export function ReadProblemNotice({ problem, onRetry }: ReadProblemNoticeProps) {
  if (problem === null) return null;
  return (
    <div className="read-notice">
      {problem.type === 'storage' ? (
        <StorageNotice kind={problem.kind} />
      ) : (
        <Notice
          kind={problem.isKept ? 'warn' : 'error'}
          title={problem.title}
          supportCode={problem.supportCode}
          action={<Button onClick={() => void onRetry()}>Reintentar</Button>}
        >
          {problem.text === '' ? undefined : problem.text}
        </Notice>
      )}
    </div>
  );
}

interface ReadStateNoticeProps extends ReadProblemNoticeProps {
  age: ((now: number) => string) | null;
}

/** ReadProblemNotice with the age of the data, for a screen that does not show the age elsewhere. */
export const ReadStateNotice = ({ problem, age, onRetry }: ReadStateNoticeProps) =>
  problem === null && age ? (
    <p className="read-notice read-age">
      <DataAge words={age} />
    </p>
  ) : (
    <ReadProblemNotice problem={problem} onRetry={onRetry} />
  );

/** Age of the data. `words` formats it for the given current time in ms. */
export const DataAge = ({ words }: { words: (now: number) => string }) => (
  <span>{words(useTickingTimeMs(true))}</span>
);

/** Returns true during the first `forMs` milliseconds of each wait. */
export function useIsWaitBeginning(isWaiting: boolean, forMs: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setOver(true), forMs);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [isWaiting, forMs]);
  return isWaiting && !isOver;
}
