import { StatusTag } from '#ui/display/status-tag.tsx';
import type { CatalogTexts } from '../definition.ts';

/** Returns the tag for an active or inactive row. Only active rows can be chosen when registering, examining or signing. */
export const stateTag = (words: CatalogTexts, isActive: boolean) =>
  isActive ? (
    <StatusTag kind="ok">{words.active}</StatusTag>
  ) : (
    <StatusTag kind="mute">{words.inactive}</StatusTag>
  );
