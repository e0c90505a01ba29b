import { expect, it } from 'vitest';
import * as limits from './limits.ts';

it('P9.1 page sizes and the number of options in a combobox equal those of the base contract', () => {
  expect(limits).toMatchObject({
    PAGE_SIZE_DEFAULT: 20,
    EVALUATIONS_PAGE_SIZE: 10,
    PAGE_SIZE_MAX: 100,
    OPTIONS_LIMIT_DEFAULT: 20,
    OCCUPATIONS_LIMIT_DEFAULT: 25,
  });
});

it('P9.3 P9.4 P9.7 search delays and lifetimes of cached responses equal those of the base contract', () => {
  expect(limits.SEARCH_DEBOUNCE_MS).toEqual({ list: 400, filter: 300, combobox: 200 });
  expect(limits.CACHE_LIFETIME_MS).toEqual({ list: 60_000, evaluation: 60_000, default: 300_000 });
});

it('P9.8 limits of images, files and passwords equal those of the base contract', () => {
  expect(limits).toMatchObject({
    PHOTO_MAX_BYTES: 1_000_000,
    PHOTO_MAX_WIDTH_PX: 1280,
    PHOTO_QUALITY_STEPS: [0.85, 0.7, 0.6, 0.5],
    PHOTO_TYPES: ['image/jpeg', 'image/png'],
    SIGNATURE_MAX_BYTES: 500_000,
    SIGNATURE_TYPES: ['image/png', 'image/jpeg'],
    LOGO_MAX_BYTES: 250_000,
    ATTACHMENT_TYPES: ['application/pdf', 'image/png', 'image/jpeg'],
    PASSWORD_MIN_LENGTH: 8,
  });
});
