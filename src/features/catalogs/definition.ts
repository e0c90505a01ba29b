import type { ComponentType } from 'react';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import type { CatalogOverview } from '#contract/records/catalogs.ts';
import type { Permission } from '#contract/vocabulary.ts';
import type { StoredFiltersCatalog } from '#storage/cache/catalog-filters.ts';
import type { CatalogCalls, CatalogItem } from '#sync/administration/catalog-administration.ts';
import type { IconName } from '#ui/display/icon.tsx';
import type { RecordColumn } from '#ui/lists/record-table.tsx';
import type * as z from 'zod/mini';

/** Values of a form by API field name. */
export type CatalogFormValues = Record<string, string | boolean>;

interface FieldBase {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

export type CatalogField<Item> = FieldBase &
  (
    | {
        readonly type: 'text';
        readonly required?: true;
        readonly input?: 'email' | 'tel' | 'url';
        readonly maxLength: number;
        /** True if the field takes a full row. */
        readonly wide?: true;
        /** Returns a warning about the typed text, or null. A warning never prevents saving. */
        readonly warning?: (text: string) => string | null;
      }
    /** Date as YYYY-MM-DD, or empty. */
    | { readonly type: 'day' }
    | { readonly type: 'long'; readonly maxLength: number }
    | { readonly type: 'switch'; readonly yes: string; readonly no: string }
    | {
        readonly type: 'choice';
        readonly options: readonly { readonly value: string; readonly label: string }[];
      }
    | { readonly type: 'company'; readonly nameOf: (item: Item) => string }
  );

/** Texts of one catalogue. Texts that P8 prescribes are verbatim. */
export interface CatalogTexts {
  readonly title: string;
  /** Singular form with determiner, such as 'esta empresa'. */
  readonly it: string;
  readonly create: string;
  readonly edit: string;
  readonly search: string;
  readonly searchFor: string;
  readonly none: string;
  readonly noneYet: string;
  readonly couldNotList: string;
  readonly couldNotSave: string;
  readonly couldNotSwitch: string;
  readonly couldNotRename: string;
  readonly couldNotLoad: string;
  /** Text in the side panel if the filters exclude the open row. `notInForm` is the same notice for the edit page. */
  readonly notInPanel: string;
  readonly notInForm: string;
  readonly created: string;
  readonly saved: string;
  readonly active: string;
  readonly inactive: string;
  readonly activated: string;
  readonly deactivated: string;
  /** Prompt before a deactivation, which says what changes immediately. If absent, there is no prompt. */
  readonly beforeDeactivating?: string;
}

export interface PictureProps<Item> {
  /** Row that the form edits; null for a new row. */
  readonly item: Item | null;
  readonly ownerId: string;
  /** Reason why the row cannot be changed now; null if it can. */
  readonly disabledReason: string | null;
  readonly onSaved: (item: Item) => void;
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
  readonly fields: readonly CatalogField<Item>[];
  readonly valuesOf: (item: Item | null) => CatalogFormValues;
  readonly under: (item: Item) => string;
  readonly columns: readonly RecordColumn<Item>[];
  readonly Picture?: ComponentType<PictureProps<Item>>;
}

export function fieldText<Item>(
  field: CatalogField<Item>,
  values: CatalogFormValues,
  item: Item | null,
): string {
  const value = values[field.name];
  switch (field.type) {
    case 'switch':
      return value === true ? field.yes : field.no;
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? '';
    case 'company':
      return item ? field.nameOf(item) : '';
    case 'day':
      return formatCalendarDay(String(value ?? '')) ?? '';
    case 'text':
    case 'long':
      return typeof value === 'string' ? value.trim() : '';
  }
}
