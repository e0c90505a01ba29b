import type { ComponentType } from 'react';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import type { CatalogField } from '#contract/catalogs/fields.ts';
import type { CatalogOverview } from '#contract/catalogs/overview.ts';
import type { Permission } from '#contract/vocabulary.ts';
import type { StoredFiltersCatalog } from '#storage/cache/catalog-filters.ts';
import type { CatalogCalls, CatalogItem } from '#sync/administration/catalog-administration.ts';
import type { Account } from '#sync/session/session.ts';
import type { IconName } from '#ui/display/icon.tsx';
import type { RecordColumn } from '#ui/lists/record-table.tsx';
import type * as z from 'zod/mini';
import type { CatalogTexts } from './texts.ts';

/** Values of a form by API field name. */
export type CatalogFormValues = Record<string, string | boolean | readonly string[]>;

/** Field of a form: the field of the definition and its name in the API. */
export type FormField = CatalogField & { readonly name: string };

export interface RowPictureProps<Item> {
  /** Row that the form edits; null for a new row. */
  readonly item: Item | null;
  readonly ownerId: string;
  /** Reason why the row cannot be changed now; null if it can. */
  readonly disabledReason: string | null;
  readonly onSaved: (item: Item) => void;
}

export interface RowPanelToolsProps<Item> extends Pick<RowPictureProps<Item>, 'ownerId' | 'disabledReason'> {
  readonly item: Item;
}

export interface CatalogDefinition<Item extends CatalogItem, Body extends object> {
  readonly key: keyof CatalogOverview;
  /** Last part of the page's address, after /admin/catalogs/ (P2). */
  readonly route: string;
  readonly param: string;
  readonly needs: Permission;
  readonly icon: IconName;
  readonly words: CatalogTexts;
  /** Delay in ms between the last key and the search (P9). */
  readonly debounce: number;
  /** Name under which the device stores the filters. Null if the filters last only until the page is closed. */
  readonly keeps: StoredFiltersCatalog | null;
  readonly calls: CatalogCalls<Item, Body>;
  readonly body: z.ZodMiniType<Body>;
  readonly fields: readonly FormField[];
  readonly valuesOf: (item: Item | null) => CatalogFormValues;
  readonly under: (item: Item) => string;
  readonly columns: readonly RecordColumn<Item>[];
  readonly Picture?: ComponentType<RowPictureProps<Item>>;
  /** Shows below the inputs what the typed values will look like. */
  readonly Preview?: ComponentType<{ readonly values: CatalogFormValues }>;
  /** Further actions on the open row, in the side panel. */
  readonly PanelTools?: ComponentType<RowPanelToolsProps<Item>>;
  /** Further actions on the catalogue, next to the button that creates a row. */
  readonly ListTools?: ComponentType<{ readonly account: Account }>;
}

const readTextValue = (item: object | null, name: string): string => {
  const value = (item as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof value === 'string' ? value : '';
};

const readListValue = (item: object | null, name: string): readonly string[] =>
  (item as Readonly<Record<string, readonly string[]>> | null)?.[name] ?? [];

/** Returns the value of a row's field in a form, or the value for a new row. */
export function formFieldValue(field: FormField, item: object | null): CatalogFormValues[string] {
  const value = (item as Readonly<Record<string, unknown>> | null)?.[field.name];
  switch (field.kind) {
    case 'switch':
      return typeof value === 'boolean' ? value : field.isOnAtFirst;
    case 'number':
      return String(typeof value === 'number' ? value : field.atFirst);
    case 'lines':
      return readListValue(item, field.name).join('\n');
    case 'evaluation-types':
      return readListValue(item, field.name);
    case 'text':
    case 'long':
    case 'day':
    case 'choice':
    case 'company':
      return readTextValue(item, field.name);
  }
}

/** Returns the fields that the form shows for these values. */
export const selectVisibleFields = (
  fields: readonly FormField[],
  values: CatalogFormValues,
): readonly FormField[] =>
  fields.filter(({ shownIf }) => shownIf === undefined || values[shownIf[0]] === shownIf[1]);

/** Returns how many options the text has, such as '3 opciones'. */
export const formatOptionCount = (text: string): string =>
  formatCountWithNoun(text.split('\n').filter((line) => line.trim() !== '').length, 'opción', 'opciones');

/** Returns the name of the row that a field with an id references, which responses contain under `…_name`. */
export const readReferencedRowName = ({ name }: FormField, item: object | null): string =>
  item === null ? '' : readTextValue(item, name.replace(/_id$/, '_name')) || 'Sin nombre';

export function formFieldText(field: FormField, values: CatalogFormValues, item: object | null): string {
  const value = values[field.name];
  switch (field.kind) {
    case 'switch':
      return value === true ? field.yes : field.no;
    case 'choice':
      return field.labels[String(value)] ?? '';
    case 'company':
      return readReferencedRowName(field, item);
    case 'day':
      return formatCalendarDay(String(value ?? '')) ?? '';
    case 'lines':
      return formatOptionCount(String(value ?? ''));
    case 'evaluation-types': {
      const count = Array.isArray(value) ? value.length : 0;
      return count === 0 ? 'Todos' : formatCountWithNoun(count, 'tipo', 'tipos');
    }
    case 'text':
    case 'number':
    case 'long':
      return typeof value === 'string' ? value.trim() : '';
  }
}
