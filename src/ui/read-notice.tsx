import { Button } from '@mantine/core';
import { useEffect, useState, type ComponentProps } from 'react';
import { Notice } from './notice.tsx';
import { StorageNotice } from './storage-notice.tsx';
import { useNow } from './ticker.ts';

interface ReadNoticeProps {
  /** Null: nothing is the matter. */
  problem:
    | null
    | ({ readonly type: 'storage' } & ComponentProps<typeof StorageNotice>)
    | { readonly type: 'read'; readonly title: string; readonly text: string; readonly isKept: boolean };
  onRetry: () => unknown;
}

/** Why a screen has nothing to show, or a copy only; quiet where there is one. */
export function ReadNotice({ problem, onRetry }: ReadNoticeProps) {
  if (problem === null) return null;
  if (problem.type === 'storage') return <StorageNotice kind={problem.kind} />;
  const { title, text, isKept } = problem;
  return (
    <Notice
      kind={isKept ? 'warn' : 'error'}
      title={title}
      action={<Button onClick={() => void onRetry()}>Reintentar</Button>}
    >
      {text === '' ? undefined : text}
    </Notice>
  );
}

/** How old what is shown is; `words` of a time in milliseconds. */
export const ReadAge = ({ words }: { words: (now: number) => string }) => <span>{words(useNow(true))}</span>;

/** True for so many milliseconds of each wait. */
export function useBeginning(isWaiting: boolean, forMs: number): boolean {
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
