import { StatusTag } from '#ui/display/status-tag.tsx';
import type { CatalogTexts } from '../description.ts';

/** Returns the tag that shows whether users can choose the row when registering, examining or signing. */
export const stateTag = (words: CatalogTexts, isActive: boolean) =>
  isActive ? (
    <StatusTag kind="ok">{words.active}</StatusTag>
  ) : (
    <StatusTag kind="mute">{words.inactive}</StatusTag>
  );
