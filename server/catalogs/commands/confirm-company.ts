import { eq } from 'drizzle-orm';
import type { Company, CompanyBody } from '#contract/catalogs/companies.ts';
import { fieldError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { companies } from '../../schema/catalogs.ts';
import { type RowChangeContext, changeCatalogRow } from './change-catalog.ts';
import { writableCatalogs } from './writable-catalogs.ts';

const confirmationError = (message: string) => fieldError({ field: 'is_proposed', message });

/**
 * Replaces every field of a proposed company and confirms it. Another administrator may have decided before, so the check of the
 * proposal precedes that of the revision: its message names the reason.
 * @throws not_found; validation_failed if the company was merged or never proposed; precondition_failed; code_taken
 */
export async function confirmCompany(
  tx: Transaction,
  change: RowChangeContext,
  body: CompanyBody,
): Promise<Company> {
  const [row] = await tx
    .select({
      mergedInto: companies.merged_into,
      proposedAt: companies.proposedAt,
      isProposed: companies.is_proposed,
    })
    .from(companies)
    .where(eq(companies.id, change.id))
    .for('no key update');
  if (row?.mergedInto) throw confirmationError('Esta empresa se unió con otra.');
  if (row && row.proposedAt === null) throw confirmationError('Esta empresa no es una propuesta.');
  const columns = {
    ...writableCatalogs.companies.columnsOf(body),
    is_proposed: false,
    // A proposal beyond the limits was stored inactive.
    ...(row?.isProposed && { is_active: true }),
  };
  return changeCatalogRow(tx, writableCatalogs.companies, change, { what: 'confirmed', columns });
}
