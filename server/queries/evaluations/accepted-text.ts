import { sql } from 'drizzle-orm';
import { authorisations } from '../../database/tables/authorisations.ts';
import { media } from '../../database/tables/evaluations.ts';

/**
 * Expression that is true for a signature without an accepted text although the clinic had a text when it was captured. Such a
 * signature came from a file, from a device with an earlier version or from a base-contract client. When the clinic had no
 * text, no acceptance was required.
 */
export const isWithoutText = sql<boolean>`(${media.type} = 'signature'
  and ${media.statement} #>> '{text,version}' is null
  and exists (select from ${authorisations} known where known.known_since <= ${media.capturedAt}))`;
