import type { ComponentType } from 'react';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import type { CatalogOverview } from '#contract/records/catalogs.ts';
import type { Permission } from '#contract/vocabulary.ts';
import type { StoredFiltersCatalog } from '#storage/cache/catalog-filters.ts';
import type { CatalogCalls, CatalogItem } from '#sync/administration/catalog-administration.ts';
import type { IconName } from '#ui/display/icon.tsx';
import type { RecordColumn } from '#ui/lists/record-table.tsx';
import type * as z from 'zod/mini';

/** Values of a form, by their API names. */
export type CatalogFormValues = Record<string, string | boolean>;

interface FieldBase {
  /** Name in the API. */
  readonly name: string;
  readonly label: string;
  /** Text below the field: its purpose or format. */
  readonly hint?: string;
}

export type CatalogField<Item> = FieldBase &
  (
    | {
        readonly type: 'text';
        readonly required?: true;
        readonly input?: 'email' | 'tel' | 'url';
        readonly maxLength: number;
        /** Gives the field a full row. */
        readonly wide?: true;
        /** Returns a warning about the typed text; it never prevents saving. */
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
    /** Choice among the active companies. */
    | { readonly type: 'company'; readonly nameOf: (item: Item) => string }
  );

/** Texts of one catalogue; those of P8 are verbatim. */
export interface CatalogTexts {
  /** Plural title, such as 'Empresas'. */
  readonly title: string;
  /** Singular with its determiner, such as 'esta empresa'. */
  readonly it: string;
  readonly create: string;
  readonly edit: string;
  readonly search: string;
  readonly searchFor: string;
  readonly none: string;
  /** Text for an empty catalogue. */
  readonly noneYet: string;
  readonly couldNotList: string;
  readonly couldNotSave: string;
  readonly couldNotSwitch: string;
  readonly couldNotRename: string;
  readonly couldNotLoad: string;
  /** Shown in the panel if the filters exclude the open row; `notInForm` is shown on the edit page in that case. */
  readonly notInPanel: string;
  readonly notInForm: string;
  readonly created: string;
  readonly saved: string;
  readonly active: string;
  readonly inactive: string;
  readonly activated: string;
  readonly deactivated: string;
  /** Immediate effect of a deactivation, shown in the prompt before it; without it no prompt is shown. */
  readonly beforeDeactivating?: string;
}

export interface PictureProps<Item> {
  /** Null while the row is not saved. */
  readonly item: Item | null;
  readonly ownerId: string;
  /** Reason why nothing can be changed now; null when changes are possible. */
  readonly disabledReason: string | null;
  readonly onSaved: (item: Item) => void;
}

/** Definition of everything that differs between catalogues. */
export interface CatalogDefinition<Item extends CatalogItem, Body extends object> {
  /** Key of the catalogue in the overview. */
  readonly key: keyof CatalogOverview;
  /** Last part of the address, after /admin/catalogs/ (P2). */
  readonly route: string;
  readonly param: string;
  readonly needs: Permission;
  readonly icon: IconName;
  readonly words: CatalogTexts;
  /** Delay in ms from the last typed letter to the search (P9). */
  readonly debounce: number;
  /** Name under which the device stores the filters; null if they are kept only until the page is closed. */
  readonly keeps: StoredFiltersCatalog | null;
  readonly calls: CatalogCalls<Item, Body>;
  readonly body: z.ZodMiniType<Body>;
  readonly fields: readonly CatalogField<Item>[];
  readonly valuesOf: (item: Item | null) => CatalogFormValues;
  /** Text below the name in the list. */
  readonly under: (item: Item) => string;
  readonly columns: readonly RecordColumn<Item>[];
  /** Image of a row: the logo of a branch or the signature of a doctor. */
  readonly Picture?: ComponentType<PictureProps<Item>>;
}

/** Returns the value of a field as it is shown to users. */
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
