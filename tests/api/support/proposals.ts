import { randomUUID } from 'node:crypto';

let nitCount = 0;
/** Returns a NIT that no other company has; nine digits that begin with 9 need no check digit. */
export const nextNit = (): string => `9${String((nitCount += 1)).padStart(8, '0')}`;
export const createProposal = (other: object = {}) => ({
  id: randomUUID(),
  name: 'Flores Nuevas (DEMO)',
  nit: nextNit() as string | null,
  ...other,
});
export type Proposal = ReturnType<typeof createProposal>;

/** Returns the fields of a body that names the proposal as the employer. */
export const employedBy = (proposal: Proposal, other: object = {}) => ({
  employer_company_id: proposal.id,
  proposed_companies: [proposal],
  ...other,
});
