import type { ReplacedCompanies } from '#contract/records/evaluation/capture.ts';
import { replaceProposedCompanies } from '#storage/cache/proposed-companies.ts';
import { replaceCompaniesInSummary } from '#storage/outbox/sending/replaced-companies.ts';

/** Shows in lists, searches and the sent entry the companies that the server used instead of proposals. */
export async function applyReplacedCompanies(entryId: string, replaced: ReplacedCompanies): Promise<void> {
  await replaceProposedCompanies(replaced, Date.now());
  await replaceCompaniesInSummary(entryId, replaced);
}
