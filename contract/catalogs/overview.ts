import * as z from 'zod/mini';
import { Uuid } from '../primitives.ts';
import { type CATALOGS, type CatalogKey, buildPerCatalog } from './all.ts';

const catalogTotalsSchema = z.object({
  total: z.int().check(z.minimum(0)),
  active: z.int().check(z.minimum(0)),
});

type CatalogUnion = (typeof CATALOGS)[keyof typeof CATALOGS];
type CatalogTotalsSchema<Key> =
  Extract<CatalogUnion, { key: Key }> extends { isOurs: true }
    ? z.ZodMiniOptional<typeof catalogTotalsSchema>
    : typeof catalogTotalsSchema;

/**
 * GET /catalogs/overview: number of rows of each catalogue that match `q`; `company_id` restricts the branches. Servers of the
 * base contract omit our catalogues. Totals of unknown catalogues are ignored.
 */
export const CatalogOverview = z.object(
  Object.fromEntries(
    Object.values(
      buildPerCatalog(({ key, isOurs }) => [
        key,
        isOurs ? z.optional(catalogTotalsSchema) : catalogTotalsSchema,
      ]),
    ),
  ) as { [Key in CatalogKey]: CatalogTotalsSchema<Key> },
);
export type CatalogOverview = z.infer<typeof CatalogOverview>;
export const OverviewQuery = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  company_id: z.optional(Uuid),
});
