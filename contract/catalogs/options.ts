import * as z from 'zod/mini';
import { OPTIONS_LIMIT_DEFAULT, PAGE_SIZE_MAX } from '../limits.ts';
import { Uuid } from '../primitives.ts';
import { booleanParameter, positiveIntParameter } from '../lists.ts';

/** Catalogues with the requests GET /catalogs/{resource}/options and /recent. `company_id` restricts the branches. */
export const OPTION_RESOURCES = ['evaluation-types', 'companies', 'branches', 'exams', 'doctors'] as const;
export const OptionsParams = z.object({ resource: z.enum(OPTION_RESOURCES) });
export const OptionsQuery = z.object({
  ids: z.optional(z.string().check(z.maxLength(4_000))),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  limit: positiveIntParameter(OPTIONS_LIMIT_DEFAULT, PAGE_SIZE_MAX),
  include_inactive: z._default(booleanParameter, false),
  company_id: z.optional(Uuid),
});
export const CatalogOption = z.object({
  value: z.string(),
  label: z.string(),
  meta: z.object({
    code: z.nullish(z.string()),
    city: z.nullish(z.string()),
    specialty: z.nullish(z.string()),
    /** Extension of the base contract, only for companies: as in `Company`. */
    is_proposed: z.nullish(z.boolean()),
    proposed_nit: z.nullish(z.string()),
  }),
});
export type CatalogOption = z.infer<typeof CatalogOption>;
export const CatalogOptions = z.object({ items: z.array(CatalogOption) });
