import * as z from 'zod/mini';
import { Uuid, requiredLine } from '../primitives.ts';
import { CATALOG_NAME_MAX_LENGTH } from '../limits.ts';
import type { Permission } from '../vocabulary.ts';
import type { CatalogField } from './fields.ts';
import { ListQuery, RowRevision, listSchemaOf } from '../lists.ts';

/** Body of PATCH …/{id} for companies and branches, which changes only the name (P7). */
export const RenameBody = z.object({
  name: requiredLine('El nombre no puede estar vacío.', CATALOG_NAME_MAX_LENGTH),
});
export const StatusBody = z.object({ is_active: z.boolean() });

/** Spanish noun for a row, from which sentences on screens and in errors derive. */
interface SpanishNoun {
  readonly gender: 'm' | 'f';
  readonly one: string;
  readonly many: string;
  /** Shorter form of `one` that some sentences of P8 use. */
  readonly short?: string;
}

/** Sentences of P8 that differ from the derived ones, by their key in `CatalogTexts` of the app. */
type CatalogTextOverrides = Readonly<Record<string, string>>;

/** Copy of a catalogue on devices: rows have an id, a code, a name, a detail and a state. */
interface CatalogDeviceCopy {
  /**
   * Users of the copy. A device counts as ready only when it has all catalogues for 'reception'; it does not need the
   * catalogues for 'doctors' or 'forms' to be ready.
   */
  readonly for: 'reception' | 'doctors' | 'forms';
  /** Fields whose values the device stores as code and detail. */
  readonly code: string;
  readonly detail?: string;
  /** True if the device stores the whole row in addition to id, code, name, detail and state. */
  readonly isWhole?: true;
}

interface CatalogProperties<Fields extends Record<string, CatalogField>> {
  /** Name of the table, of the resource in the log, and of the key in the overview. */
  readonly key: string;
  /** Parts of the names of the calls, such as `createExam` and `listExams`. */
  readonly calls: { readonly one: string; readonly many: string };
  readonly path: `/${string}`;
  /** Name of the parameter with the row's id in the address of the edit page (P2). */
  readonly param: string;
  /** Last part of the page's address after /admin/catalogs/; by default the path. */
  readonly page?: string;
  readonly icon: string;
  readonly read: 'session' | readonly Permission[];
  readonly write: Permission;
  /** True for a catalogue that the base contract lacks. */
  readonly isOurs?: true;
  /** True if the API has calls that read and rename one row (P7). */
  readonly isReadById?: true;
  readonly query?: z.ZodMiniType;
  /** Column by which forms and lists sort the rows; the name if absent. */
  readonly sort?: 'position';
  /** True if bodies may exceed 64 kB. */
  readonly largeBody?: true;
  /** Check of a body in addition to the schemas of its fields. */
  readonly check?: z.core.CheckFn<never> | z.core.$ZodCheck;
  /** Maximum number of rows; no limit if absent. */
  readonly max?: number;
  readonly noun: SpanishNoun;
  readonly texts: CatalogTextOverrides & {
    readonly title: string;
    readonly create: string;
    readonly searchFor: string;
  };
  /**
   * True if the device stores the filters of the list (P9). False for doctors, because the text of a search would contain a
   * name.
   */
  readonly storesFilters?: true;
  readonly copy?: CatalogDeviceCopy;
  readonly fields: Fields;
  /** Fields that the responses of this catalogue contain, and that its request bodies cannot set. */
  readonly others?: z.core.$ZodShape;
}

type CatalogFieldSchemas<Fields, Name extends 'input' | 'item'> = {
  [Field in keyof Fields]: Fields[Field] extends Record<Name, infer Schema extends z.ZodMiniType>
    ? Schema
    : never;
};

const catalogFieldSchemas = <Fields extends Record<string, CatalogField>, Name extends 'input' | 'item'>(
  fields: Fields,
  name: Name,
) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, field[name]]),
  ) as unknown as CatalogFieldSchemas<Fields, Name>;

type OtherItemFields<Facts> = Facts extends { others: infer Shape extends z.core.$ZodShape } ? Shape : object;
type CatalogQueryOf<Facts> = Facts extends { query: infer Query extends z.ZodMiniType }
  ? Query
  : typeof ListQuery;

/**
 * Defines a catalogue. Its schemas, calls, columns, forms, lists, device copy, API description and sentences derive from this
 * definition. docs: CONTRIBUTING.md, 'A catalogue'.
 */
export function defineCatalog<
  const Fields extends Record<string, CatalogField>,
  const Facts extends CatalogProperties<Fields>,
>(facts: Facts & { readonly fields: Fields }) {
  const Item = z.object({
    id: Uuid,
    ...catalogFieldSchemas<Fields, 'item'>(facts.fields, 'item'),
    ...((facts.others ?? {}) as OtherItemFields<Facts>),
    is_active: z.boolean(),
    revision: RowRevision,
  });
  const fields = z.object(catalogFieldSchemas<Fields, 'input'>(facts.fields, 'input'));
  const Body = facts.check ? fields.check(facts.check as z.core.$ZodCheck<z.output<typeof fields>>) : fields;
  return {
    ...facts,
    query: (facts.query ?? ListQuery) as CatalogQueryOf<Facts>,
    Item,
    Body,
    List: listSchemaOf(Item),
  };
}

/** Catalogue without the types of its rows, so that code can treat all catalogues alike. */
export type AnyCatalog = CatalogProperties<Record<string, CatalogField>> & {
  readonly query: z.ZodMiniType;
  readonly Item: z.ZodMiniObject;
  readonly Body: z.ZodMiniObject;
  readonly List: z.ZodMiniType;
};
