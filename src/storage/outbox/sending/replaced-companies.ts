import type { ReplacedCompanies } from '#contract/records/evaluation/capture.ts';
import { runStorageOperation } from '../../base/problem.ts';
import { db } from '../../database/database.ts';
import { requireKeysOf } from '../../keys/keyring.ts';
import { encryptJson } from '../../vault/vault.ts';
import { decryptRegistrationSummary, summaryAad } from '../rows/outbox-rows.ts';

/** Shows in the entry of a sent registration the companies that the server used instead of proposals. */
export async function replaceCompaniesInSummary(entryId: string, replaced: ReplacedCompanies): Promise<void> {
  const row = await runStorageOperation(() => db.entries.get(entryId));
  if (row?.kind !== 'registration') return;
  const keys = await requireKeysOf(row.ownerId);
  const { labels, form, ...summary } = await decryptRegistrationSummary(keys, entryId, row.sealedSummary);
  const usedFor = (id: string) => replaced.find(({ proposed_id }) => proposed_id === id);
  const [employer, contractor] = [usedFor(form.employer_company_id), usedFor(form.contractor_company_id)];
  const sealedSummary = await encryptJson(keys, summaryAad(entryId), {
    ...summary,
    labels: {
      ...labels,
      ...(employer && { employerCompany: employer.name }),
      ...(contractor && { contractorCompany: contractor.name }),
    },
    form: {
      ...form,
      ...(employer && { employer_company_id: employer.company_id }),
      ...(contractor && { contractor_company_id: contractor.company_id }),
    },
  });
  await runStorageOperation(() =>
    db.transaction('rw', db.entries, async () => {
      // The entry may have been deleted since.
      await db.entries.update(entryId, { sealedSummary });
    }),
  );
}
