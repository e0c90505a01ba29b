import { eq } from 'drizzle-orm';
import type { Verification } from '#contract/records/evaluation/verification.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { branches, companies } from '../../schema/catalogs.ts';
import { evaluations } from '../../schema/evaluation/evaluations.ts';

export async function issuerOf(db: Executor, evaluationId: string): Promise<Verification['issuer']> {
  const [issuer] = await db
    .select({ clinic: companies.name, nit: branches.nit, branch: branches.name })
    .from(evaluations)
    .innerJoin(branches, eq(branches.id, evaluations.branchId))
    .innerJoin(companies, eq(companies.id, branches.company_id))
    .where(eq(evaluations.id, evaluationId));
  if (!issuer) throw new Error('The branch of an evaluation does not exist');
  return issuer;
}
