import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import type { MediaType } from '#contract/vocabulary.ts';
import { AppError } from '../../base/errors.ts';
import { rejectUnstorableText } from '../bodies/storable-text.ts';

interface Told {
  /** Header `X-Signature-Statement` as sent. */
  readonly header: string | undefined;
  readonly statement: SignatureStatement | null;
}

const malformed = () =>
  new AppError('malformed_request', 'X-Signature-Statement no es lo que una tableta dice de una firma.');

function parsed(header: string): unknown {
  try {
    return JSON.parse(header);
  } catch {
    throw malformed();
  }
}

/**
 * Returns the statement that a device sends with a signature.
 * @throws malformed_request for any other header content; validation_failed
 */
export function signatureStatementOf({ headers }: FastifyRequest, type: MediaType): Told {
  const header = headers[HEADER.signatureStatement];
  if (header === undefined) return { header, statement: null };
  if (typeof header !== 'string' || type !== 'signature') throw malformed();
  const value = parsed(header);
  rejectUnstorableText(value);
  const read = SignatureStatement.safeParse(value);
  if (!read.success) throw malformed();
  return { header, statement: read.data };
}
