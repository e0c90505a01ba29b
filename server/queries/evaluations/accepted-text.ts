import { sql } from 'drizzle-orm';
import { authorisations } from '../../database/tables/authorisations.ts';
import { media } from '../../database/tables/evaluations.ts';

/**
 * Of a picture: whether it is a signature that stands for no text though the clinic had one when it was taken. It came from a file,
 * from a tablet of before or from a client of the base contract. Where the clinic had none, nobody was to accept anything.
 */
export const isWithoutText = sql<boolean>`(${media.type} = 'signature'
  and ${media.statement} #>> '{text,version}' is null
  and exists (select from ${authorisations} known where known.known_since <= ${media.capturedAt}))`;
