/**
 * Writes of doctors' and administrators' screens, and of rarely used parts of reception, that concern only the device. Separate
 * from on-device.ts, so that reception does not load this code when it opens.
 */
export { discardWindowSetupDraft, saveSetupDraft } from '#storage/drafts/setup-drafts.ts';
export { discardWindowWorksheet, saveWorksheet } from '#storage/drafts/clinical-drafts.ts';
export { dismissAdditionalFieldsNotice } from '#storage/database/additional-fields-support.ts';
export { discardParkedDraft, exchangeDraft } from '#storage/drafts/parked-drafts.ts';
export { saveRoom } from '#storage/device/room.ts';
export { saveCatalogFilters } from '#storage/cache/catalog-filters.ts';
