import type { ComponentType } from 'react';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import type { CatalogField } from '#contract/catalogs/fields.ts';
import type { CatalogOverview } from '#contract/catalogs/overview.ts';
import type { Permission } from '#contract/vocabulary.ts';
import type { StoredFiltersCatalog } from '#storage/cache/catalog-filters.ts';
import type { CatalogCalls, CatalogItem } from '#sync/administration/catalogs/catalog-administration.ts';
import type { CatalogTexts } from '#sync/messages/catalog-texts.ts';
import type { IconName } from '#ui/display/icon.tsx';
import type * as z from 'zod/mini';

/** Values of a form by API field name. */
export type CatalogFormValues = Record<string, string | boolean | readonly string[]>;

/** Field of a form: the field of the definition and its name in the API. */
export type FormField = CatalogField & { readonly name: string };

export interface RowPictureProps<Item = CatalogItem> {
  /** Row that the form edits; null for a new row. */
  readonly item: Item | null;
  readonly onSaved: (item: Item) => void;
}

/** Parts of a definition that `kinds/overrides.ts` may replace or add. */
export interface CatalogParts<Item = CatalogItem> {
  /** Schema of the form's values. */
  readonly body: z.ZodMiniType<object>;
  readonly under: (item: Item) => string;
  readonly columns: readonly {
    readonly label: string;
    readonly text: (item: Item) => string | null | undefined;
  }[];
  readonly Picture?: ComponentType<RowPictureProps<Item>>;
  /** Shows below the inputs what the typed values will look like. */
  readonly Preview?: ComponentType<{ readonly values: CatalogFormValues }>;
  /** Further actions on the open row, in the side panel. */
  readonly PanelTools?: ComponentType<{ readonly item: Item }>;
  /** Further actions on the catalogue, next to the button that creates a row. */
  readonly ListTools?: ComponentType;
  /** Rows that need a decision, above the list. */
  readonly AboveList?: ComponentType;
}

/** Catalogue without its row type, so that screens treat all catalogues alike. */
export interface CatalogDefinition extends CatalogParts {
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
  readonly calls: CatalogCalls<CatalogItem, object>;
  readonly fields: readonly FormField[];
  readonly valuesOf: (item: CatalogItem | null) => CatalogFormValues;
}

const readItemField = (item: object | null, name: string): unknown =>
  (item as Readonly<Record<string, unknown>> | null)?.[name];

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the value of a row's field in a form, or the value for a new row. */
export function formFieldValue(field: FormField, item: object | null): CatalogFormValues[string] {
  const value = readItemField(item, field.name);
  switch (field.kind) {
    case 'switch':
      return typeof value === 'boolean' ? value : field.isOnAtFirst;
    case 'number':
      return String(typeof value === 'number' ? value : field.atFirst);
    case 'lines':
      return ((value ?? []) as readonly string[]).join('\n');
    case 'evaluation-types':
      return (value ?? []) as readonly string[];
    case 'text':
    case 'long':
    case 'day':
    case 'choice':
    case 'company':
      return stringOrEmpty(value);
  }
}

/** Returns the fields that the form shows for these values. */
export const selectVisibleFields = (fields: readonly FormField[], values: CatalogFormValues) =>
  fields.filter(({ shownIf }) => shownIf === undefined || values[shownIf[0]] === shownIf[1]);

/** Returns how many options the text has, such as '3 opciones'. */
export const formatOptionCount = (text: string): string =>
  formatCountWithNoun(text.split('\n').filter((line) => line.trim() !== '').length, 'opción', 'opciones');

/** Returns the name of the row that the field references by its id. Responses contain this name under `…_name`. */
export const readReferencedRowName = ({ name }: FormField, item: object | null): string =>
  item === null ? '' : stringOrEmpty(readItemField(item, name.replace(/_id$/, '_name'))) || 'Sin nombre';

export function formFieldText(field: FormField, values: CatalogFormValues, item: object | null): string {
  const value = values[field.name];
  const text = stringOrEmpty(value);
  switch (field.kind) {
    case 'switch':
      return value === true ? field.yes : field.no;
    case 'choice':
      return field.labels[text] ?? '';
    case 'company':
      return readReferencedRowName(field, item);
    case 'day':
      return formatCalendarDay(text) ?? '';
    case 'lines':
      return formatOptionCount(text);
    case 'evaluation-types':
      return Array.isArray(value) && value.length > 0
        ? formatCountWithNoun(value.length, 'tipo', 'tipos')
        : 'Todos';
    case 'text':
    case 'number':
    case 'long':
      return text.trim();
  }
}
