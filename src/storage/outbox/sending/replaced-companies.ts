import type { ReplacedCompanies } from '#contract/records/evaluation/capture.ts';
import type { RegistrationForm, RegistrationLabels } from '#domain/registration.ts';
import { runStorageOperation } from '../../base/problem.ts';
import { db } from '../../database/database.ts';
import type { EntryRow } from '../../database/records.ts';
import { requireKeysOf } from '../../keys/keyring.ts';
import { encryptJson, type VaultKeys } from '../../vault/vault.ts';
import { findQueuedCorrections } from '../registrations/correction-plan.ts';
import { encryptCorrectedSummary } from '../rows/new-rows.ts';
import { decryptCorrectionSummary, decryptRegistrationSummary, summaryAad } from '../rows/outbox-rows.ts';

interface NamedCompanies {
  readonly form: RegistrationForm;
  readonly labels: RegistrationLabels;
}

/** Returns form and labels with the companies that the server used instead of proposals. */
function replaceCompanies({ form, labels }: NamedCompanies, replaced: ReplacedCompanies): NamedCompanies {
  const usedFor = (id: string) => replaced.find(({ proposed_id }) => proposed_id === id);
  const [employer, contractor] = [usedFor(form.employer_company_id), usedFor(form.contractor_company_id)];
  return {
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
  };
}

/** Returns the encrypted summaries of the entry with the companies that the server used. */
async function encryptReplacedSummaries(
  keys: VaultKeys,
  { id, kind, corrects, sealedSummary, sealedCorrected }: EntryRow,
  replaced: ReplacedCompanies,
): Promise<Partial<EntryRow>> {
  switch (kind) {
    case 'attachment':
      return {};
    case 'registration': {
      const summary = await decryptRegistrationSummary(keys, id, sealedSummary);
      const current = { ...summary, ...replaceCompanies(summary, replaced) };
      return { sealedSummary: await encryptJson(keys, summaryAad(id), current) };
    }
    case 'correction': {
      const summary = await decryptCorrectionSummary(keys, id, sealedSummary);
      const { before: form, labelsBefore: labels } = summary;
      const earlier = replaceCompanies({ form, labels }, replaced);
      const current = { ...summary, ...replaceCompanies(summary, replaced) };
      const whole = { ...current, before: earlier.form, labelsBefore: earlier.labels };
      return {
        sealedSummary: await encryptJson(keys, summaryAad(id), whole),
        ...(corrects && sealedCorrected && (await encryptCorrectedSummary(keys, corrects, current))),
      };
    }
  }
}

async function replaceCompaniesInEntry(row: EntryRow, replaced: ReplacedCompanies): Promise<void> {
  const summaries = await encryptReplacedSummaries(await requireKeysOf(row.ownerId), row, replaced);
  await runStorageOperation(() =>
    db.transaction('rw', db.entries, async () => {
      // The entry may have been deleted since.
      await db.entries.update(row.id, summaries);
    }),
  );
}

/**
 * Shows in a sent entry, and in the queued corrections of it, the companies that the server used instead of proposals. A
 * correction may name the same proposals, and at its delivery its values are written into the receipt of the entry.
 */
export async function replaceCompaniesInSummary(entryId: string, replaced: ReplacedCompanies): Promise<void> {
  const rows = await runStorageOperation(async () => {
    const entry = await db.entries.get(entryId);
    if (!entry) return [];
    return [entry, ...(await findQueuedCorrections(entry.ownerId, { entryId, evaluationId: null }))];
  });
  for (const row of rows) await replaceCompaniesInEntry(row, replaced);
}
