/** Text that marks a proposed company in lists. */
export const PROPOSED_COMPANY_MARK = 'Propuesta';
