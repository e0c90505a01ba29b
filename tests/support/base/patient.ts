import { expect as briefly } from '@playwright/test';

/** `expect` with the timeout of the end-to-end tests. Chaos runs use it too, because they do not read playwright.config.ts. */
export const expect = briefly.configure({ timeout: 60_000 });
