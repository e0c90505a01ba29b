import type { ComponentType } from 'react';
import { calendarDay } from '#domain/time/calendar.ts';
import type { CatalogOverview } from '#contract/records/catalogs.ts';
import type { Permission } from '#contract/vocabulary.ts';
import type { KeptFilters } from '#storage/cache/catalog-filters.ts';
import type { CatalogCalls, CatalogItem } from '#sync/administration/catalog-administration.ts';
import type { IconName } from '#ui/display/icon.tsx';
import type { RecordColumn } from '#ui/lists/record-table.tsx';
import type * as z from 'zod/mini';

/** What a form holds, by the wire's names. */
export type FormValues = Record<string, string | boolean>;

interface FieldBase {
  /** The wire's name. */
  readonly name: string;
  readonly label: string;
  /** Stands under the field: what it is for, or how it is written. */
  readonly hint?: string;
}

export type Field<Item> = FieldBase &
  (
    | {
        readonly type: 'text';
        readonly required?: true;
        readonly input?: 'email' | 'tel' | 'url';
        readonly maxLength: number;
        /** A line of its own. */
        readonly wide?: true;
        /** Something to look at again; never a reason not to save. */
        readonly warning?: (text: string) => string | null;
      }
    /** YYYY-MM-DD, or empty. */
    | { readonly type: 'day' }
    | { readonly type: 'long'; readonly maxLength: number }
    | { readonly type: 'switch'; readonly yes: string; readonly no: string }
    | {
        readonly type: 'choice';
        readonly options: readonly { readonly value: string; readonly label: string }[];
      }
    /** One of the active companies. */
    | { readonly type: 'company'; readonly nameOf: (item: Item) => string }
  );

/** Texts of one catalogue; those of P8 to the letter. */
export interface CatalogWords {
  /** 'Empresas' */
  readonly title: string;
  /** 'esta empresa' */
  readonly it: string;
  readonly create: string;
  readonly edit: string;
  readonly search: string;
  readonly searchFor: string;
  readonly none: string;
  /** Of a catalogue that is still empty. */
  readonly noneYet: string;
  readonly couldNotList: string;
  readonly couldNotSave: string;
  readonly couldNotSwitch: string;
  readonly couldNotRename: string;
  readonly couldNotLoad: string;
  /** The row is not among those under the filters: said in the panel, and in place of the form. */
  readonly notInPanel: string;
  readonly notInForm: string;
  readonly created: string;
  readonly saved: string;
  readonly active: string;
  readonly inactive: string;
  readonly activated: string;
  readonly deactivated: string;
  /** What switching off takes away at once; asked before it is done. */
  readonly beforeDeactivating?: string;
}

export interface PictureProps<Item> {
  /** Null while the row is not saved. */
  readonly item: Item | null;
  readonly ownerId: string;
  /** Why nothing can be changed now; null when it can. */
  readonly disabledReason: string | null;
  readonly onSaved: (item: Item) => void;
}

/** All that tells one catalogue from another. */
export interface CatalogDescription<Item extends CatalogItem, Body extends object> {
  /** As the overview counts it. */
  readonly key: keyof CatalogOverview;
  /** Below /admin/catalogs (P2). */
  readonly route: string;
  readonly param: string;
  readonly needs: Permission;
  readonly icon: IconName;
  readonly words: CatalogWords;
  /** Milliseconds from the last letter to the search (P9). */
  readonly debounce: number;
  /** Under which name the device keeps the filters; null where they last as long as the page. */
  readonly keeps: KeptFilters | null;
  readonly calls: CatalogCalls<Item, Body>;
  readonly body: z.ZodMiniType<Body>;
  readonly fields: readonly Field<Item>[];
  readonly valuesOf: (item: Item | null) => FormValues;
  /** Under the name, in the list. */
  readonly under: (item: Item) => string;
  readonly columns: readonly RecordColumn<Item>[];
  /** The logo of a branch, the signature of a doctor. */
  readonly Picture?: ComponentType<PictureProps<Item>>;
}

/** What a field holds, as people read it. */
export function textOf<Item>(field: Field<Item>, values: FormValues, item: Item | null): string {
  const value = values[field.name];
  switch (field.type) {
    case 'switch':
      return value === true ? field.yes : field.no;
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? '';
    case 'company':
      return item ? field.nameOf(item) : '';
    case 'day':
      return calendarDay(String(value ?? '')) ?? '';
    case 'text':
    case 'long':
      return typeof value === 'string' ? value.trim() : '';
  }
}
