import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { bogotaDay } from '#domain/time/clock.ts';
import { VERIFICATION_CODE_LENGTH, makeVerificationCode } from '#domain/verification/code.ts';
import type { SignedVersionContent } from '../../schema/evaluation/signed-version.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import type { EvaluationChangeContext } from '../../evaluations/index.ts';

/**
 * Returns number and verification code for a new signed version. Until the transaction ends, other signatures of the branch
 * wait for their numbers; a rollback makes the number available again.
 */
export async function nextDocumentNumberAndCode(
  tx: Transaction,
  { branchId, trace }: Pick<EvaluationChangeContext, 'branchId' | 'trace'>,
): Promise<NonNullable<SignedVersionContent['document']>> {
  const year = Number(bogotaDay(trace.at.getTime()).slice(0, 4));
  const { rows } = await tx.execute<{ number: string }>(
    sql`select next_document_number(${branchId}, ${year}) as number`,
  );
  const [next] = rows;
  if (!next) throw new Error('A signed version lacks its number');
  return { number: next.number, code: makeVerificationCode(randomBytes(VERIFICATION_CODE_LENGTH)) };
}
