import type { AdditionalField } from '#contract/catalogs/additional-fields.ts';
import { defaultCatalogFilters } from '#domain/catalog/filters.ts';
import {
  sortInFormOrder,
  changedPositionsAfterMove,
  type MoveDirection,
} from '#domain/additional/field-order.ts';
import { fetchPages } from '../../api/pages.ts';
import type { SaveResult } from '../../requests/saving.ts';
import { catalogCalls } from './catalog-administration.ts';

/**
 * Returns the active additional fields in the order of forms.
 * @throws Unreachable, Rejected
 */
export async function fetchActiveFieldsInOrder(): Promise<readonly AdditionalField[]> {
  const fields: AdditionalField[] = [];
  const filters = { ...defaultCatalogFilters, includeInactive: false };
  for await (const rows of fetchPages((page) => catalogCalls.additionalFields.list({ ...filters, page })))
    fields.push(...rows);
  return sortInFormOrder(fields);
}

/**
 * Moves a field by one place. Changes one row after another and stops at the first one that is not saved; a repetition
 * completes the move. Returns null if the field is already the first or last one.
 * @throws Unreachable, Rejected when the fields cannot be read
 */
export async function moveField(
  id: string,
  direction: MoveDirection,
): Promise<SaveResult<AdditionalField> | null> {
  let result: SaveResult<AdditionalField> | null = null;
  for (const { field, position } of changedPositionsAfterMove(
    await fetchActiveFieldsInOrder(),
    id,
    direction,
  )) {
    const { id: fieldId, is_active: _isActive, revision, ...body } = field;
    result = await catalogCalls.additionalFields.replace({ id: fieldId, revision }, { ...body, position });
    if (result.type !== 'saved') return result;
  }
  return result;
}
