import { StatusTag } from '#ui/display/status-tag.tsx';
import type { CatalogTexts } from '#sync/messages/catalog-texts.ts';

/**
 * Returns the tag 'active' or 'inactive' of a row. Users can choose only active rows in registrations, exams and signatures.
 */
export const stateTag = ({ active, inactive }: CatalogTexts, isActive: boolean) => (
  <StatusTag kind={isActive ? 'ok' : 'mute'}>{isActive ? active : inactive}</StatusTag>
);
