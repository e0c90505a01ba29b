import * as z from 'zod/mini';
import { OCCUPATIONS_LIMIT_DEFAULT, PAGE_SIZE_MAX } from '../limits.ts';
import { Uuid } from '../primitives.ts';
import { listSchemaOf, replaceAliasParameters, positiveIntParameter } from '../lists.ts';

export const Occupation = z.object({ id: Uuid, name: z.string() });
export type Occupation = z.infer<typeof Occupation>;

/**
 * Query of GET /occupations. The base contract has `q` and `limit` (25); `page` and `page_size` are extensions, so that a
 * device can fetch and cache every occupation (R1).
 */
export const OccupationsQuery = z.pipe(
  z.transform((input: unknown) => {
    const folded = replaceAliasParameters(input) as Record<string, unknown>;
    return folded['page_size'] === undefined && folded['limit'] !== undefined
      ? { ...folded, page_size: folded['limit'] }
      : folded;
  }),
  z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    page: positiveIntParameter(1, 1_000_000),
    page_size: positiveIntParameter(OCCUPATIONS_LIMIT_DEFAULT, PAGE_SIZE_MAX),
  }),
);
export const OccupationList = listSchemaOf(Occupation);
