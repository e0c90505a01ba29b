import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import type { MediaType } from '#contract/vocabulary.ts';
import { AppError } from '../../base/errors.ts';
import { rejectUnstorableText } from '../bodies/storable-text.ts';

interface Told {
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
 * Returns the signing statement that the device sent with a signature.
 * @throws malformed_request if the header cannot be parsed; validation_failed
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
