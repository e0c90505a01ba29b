import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import type { MediaKind } from '#contract/vocabulary.ts';
import { AppError } from '../../platform/base/errors.ts';
import { rejectUnstorableInput } from '../../platform/http/bodies/storable-text.ts';

interface ReceivedStatement {
  readonly header: string | undefined;
  readonly statement: SignatureStatement | null;
}

const malformedStatementError = () =>
  new AppError('malformed_request', 'X-Signature-Statement no es lo que una tableta dice de una firma.');

function parseStatement(header: string): unknown {
  try {
    return JSON.parse(header);
  } catch {
    throw malformedStatementError();
  }
}

/**
 * Returns the signing statement that the device sent with a signature.
 * @throws malformed_request if the header cannot be parsed; validation_failed
 */
export function signatureStatementOf({ headers }: FastifyRequest, type: MediaKind): ReceivedStatement {
  const header = headers[HEADER.signatureStatement];
  if (header === undefined) return { header, statement: null };
  if (typeof header !== 'string' || type !== 'signature') throw malformedStatementError();
  const value = parseStatement(header);
  rejectUnstorableInput(value);
  const read = SignatureStatement.safeParse(value);
  if (!read.success) throw malformedStatementError();
  return { header, statement: read.data };
}
