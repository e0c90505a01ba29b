/** Separate from `on-device.ts`, so that only the screens that propose companies or correct registrations load this code. */
export { storeProposedCompanies } from '#storage/cache/proposed-companies.ts';
