import { StatusTag } from '#ui/display/status-tag.tsx';
import type { CatalogTexts } from '../texts.ts';

/**
 * Returns the tag 'active' or 'inactive' of a row. Users can choose only active rows in registrations, exams and signatures.
 */
export const stateTag = (words: CatalogTexts, isActive: boolean) =>
  isActive ? (
    <StatusTag kind="ok">{words.active}</StatusTag>
  ) : (
    <StatusTag kind="mute">{words.inactive}</StatusTag>
  );
