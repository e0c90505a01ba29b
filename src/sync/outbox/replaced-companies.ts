import type { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { deactivateProposedCompanies } from '#storage/cache/proposed-companies.ts';

/** Removes the proposals from the search in whose place the server used other companies. */
export const deactivateReplacedCompanies = ({
  replaced_companies: replaced = [],
}: CreatedEvaluation): Promise<void> =>
  deactivateProposedCompanies(replaced.map(({ proposed_id: id }) => id));
