import { useLiveQuery } from 'dexie-react-hooks';
import { listUnsavedEvaluations } from '#storage/drafts/clinical-drafts.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';

const NONE: ReadonlySet<string> = new Set();

/** Returns the ids of the evaluations in which the user has typed something on this device and not saved it. */
export const useUnsavedEvaluations = (ownerId: string): ReadonlySet<string> =>
  useLiveQuery(() => listUnsavedEvaluations(ownerId), [ownerId]) ?? NONE;

export const UnsavedTag = () => (
  <StatusTag kind="warn" icon="pen">
    Sin guardar
  </StatusTag>
);
