import { sql } from 'drizzle-orm';
import { authorisations } from '../../database/tables/authorisations.ts';
import { media } from '../../database/tables/evaluations.ts';

/**
 * SQL expression that is true for a signature without an accepted text, if the clinic had a text at the time of the signature.
 * Such a signature came from a file, from an early version of the app or from a base-contract client. If the clinic had no
 * text, no acceptance was required.
 */
export const isWithoutText = sql<boolean>`(${media.type} = 'signature'
  and ${media.statement} #>> '{text,version}' is null
  and exists (select from ${authorisations} known where known.known_since <= ${media.capturedAt}))`;
