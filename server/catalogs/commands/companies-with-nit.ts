import { like, or, sql } from 'drizzle-orm';
import { isSameNit, possibleNitNumbers } from '#domain/company/nit.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { companies } from '../../schema/catalogs.ts';
import { takeTableAdvisoryLock } from './row-limit.ts';

/**
 * Returns the companies with this NIT; 'NIT', separators and check digit are not compared. Returns none for a code that is not a
 * NIT. Locks the catalogue for other writers of a NIT, so that the result holds until the transaction ends.
 */
export async function findCompaniesWithNit(tx: Transaction, code: string) {
  const numbers = possibleNitNumbers(code);
  if (numbers.length === 0) return [];
  await takeTableAdvisoryLock(tx, companies);
  const digits = sql`regexp_replace(normalize(${companies.code}, NFKC), '[^0-9]', '', 'g')`;
  const alike = await tx
    .select({ id: companies.id, code: companies.code, name: companies.name, isActive: companies.is_active })
    .from(companies)
    .where(or(...numbers.map((number) => like(digits, `%${number}%`))));
  return alike.filter((one) => isSameNit(one.code, code));
}
