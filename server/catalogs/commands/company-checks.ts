import { eq } from 'drizzle-orm';
import { fieldError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { companies } from '../../schema/catalogs.ts';

const companyError = (message: string) => fieldError({ field: 'company_id', message });

/**
 * Rejects a company that does not exist or is inactive; a proposed one is accepted. Locks the company until the transaction ends,
 * so that it is neither deactivated nor merged into another one concurrently.
 * @throws validation_failed
 */
export async function requireActiveCompany(tx: Transaction, id: string): Promise<{ isProposed: boolean }> {
  const [company] = await tx
    .select({ isActive: companies.is_active, isProposed: companies.is_proposed })
    .from(companies)
    .where(eq(companies.id, id))
    .for('share');
  if (!company) throw companyError('La empresa no existe.');
  if (!company.isActive) throw companyError('La empresa está inactiva. Elige otra.');
  return company;
}

/**
 * Rejects, in addition, a proposed company, which may be merged into another one.
 * @throws validation_failed
 */
export async function requireConfirmedCompany(tx: Transaction, id: string): Promise<void> {
  const { isProposed } = await requireActiveCompany(tx, id);
  if (isProposed) throw companyError('La empresa está sin confirmar.');
}
