import { sql } from 'drizzle-orm';
import { authorisationPeriods } from '../../schema/authorisations.ts';
import { media } from '../../schema/evaluation/evaluations.ts';

/**
 * SQL expression that is true for a signature without an accepted text although the clinic had a text at the time of the
 * signature. Such a signature came from a file, from an early version of the app or from a base-contract client.
 */
export const withoutAcceptedTextSql = sql<boolean>`(${media.type} = 'signature'
  and ${media.statement} #>> '{text,version}' is null
  and (select period.version from ${authorisationPeriods} period where period.since <= ${media.capturedAt}
    order by period.revision desc limit 1) is not null)`;
