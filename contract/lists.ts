import * as z from 'zod/mini';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './limits.ts';

export const booleanParameter = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]),
  z.transform((v) => v === true || v === 'true' || v === '1'),
);
export const positiveIntParameter = (fallback: number, max: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(max)), fallback);
/** Page number, counted from 1. */
export const pageParameter = positiveIntParameter(1, 1_000_000);

/**
 * Names of list parameters that P7 uses, each with the name that P3 uses. The server accepts both names and ignores unknown
 * parameters.
 */
export const LIST_PARAMETER_ALIASES: Record<string, string> = {
  query: 'q',
  pageSize: 'page_size',
  size: 'page_size',
  includeInactive: 'include_inactive',
};
export const replaceAliasParameters = (input: unknown): unknown =>
  typeof input === 'object' && input !== null
    ? Object.fromEntries(
        Object.entries(input).map(([key, value]) => [LIST_PARAMETER_ALIASES[key] ?? key, value]),
      )
    : input;

export const listQueryFields = {
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  page: pageParameter,
  page_size: positiveIntParameter(PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX),
  include_inactive: z._default(booleanParameter, false),
  sort: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  direction: z._default(z.enum(['asc', 'desc']), 'asc'),
};
export const ListQuery = z.pipe(z.transform(replaceAliasParameters), z.object(listQueryFields));
export type ListQuery = z.output<typeof ListQuery>;

export const listSchemaOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: z.array(item),
    total_count: z.int().check(z.minimum(0)),
    page: z.int().check(z.minimum(1)),
    page_size: z.int().check(z.minimum(1)),
  });

/**
 * Extension of the base contract: number that every change of the row increases; absent from other servers. A client may send
 * it with its change (`If-Match: "r<revision>"`): when another change came first, the server responds 412 and overwrites
 * nothing.
 */
export const RowRevision = z.optional(z.int().check(z.minimum(1)));
