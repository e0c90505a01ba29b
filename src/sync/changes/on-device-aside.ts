/**
 * Writes of doctors' and administrators' screens that concern only the device. Separate from on-device.ts, so that reception
 * does not load this code.
 */
export { discardSetupDraft, saveSetupDraft } from '#storage/drafts/setup-drafts.ts';
export { discardWorksheet, saveWorksheet } from '#storage/drafts/clinical-drafts.ts';
export { saveCatalogFilters } from '#storage/cache/catalog-filters.ts';
