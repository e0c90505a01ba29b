import { sql } from 'drizzle-orm';
import { authorisations } from '../../schema/authorisations.ts';
import { media } from '../../schema/evaluations.ts';

/**
 * SQL expression that is true for a signature without an accepted text although the clinic had a text at the time of the
 * signature. Such a signature came from a file, from an early version of the app or from a base-contract client.
 */
export const withoutAcceptedTextSql = sql<boolean>`(${media.type} = 'signature'
  and ${media.statement} #>> '{text,version}' is null
  and exists (select from ${authorisations} known where known.known_since <= ${media.capturedAt}))`;
