/** Same as on-device.ts, for screens of doctors and administrators; separate, so that reception does not load it. */
export { discardSetupDraft, saveSetupDraft } from '#storage/drafts/setup-drafts.ts';
export { discardWorksheet, saveWorksheet } from '#storage/drafts/clinical-drafts.ts';
export { saveCatalogFilters } from '#storage/cache/catalog-filters.ts';
