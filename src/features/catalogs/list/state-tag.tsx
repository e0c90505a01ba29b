import { StatusTag } from '#ui/display/status-tag.tsx';
import type { CatalogWords } from '../description.ts';

/** Whether the row is offered to whoever registers, examines or signs. */
export const stateTag = (words: CatalogWords, isActive: boolean) =>
  isActive ? (
    <StatusTag kind="ok">{words.active}</StatusTag>
  ) : (
    <StatusTag kind="mute">{words.inactive}</StatusTag>
  );
