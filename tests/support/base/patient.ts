import { expect as briefly } from '@playwright/test';

/**
 * `expect` with the timeout of the end-to-end tests (playwright.config.ts), also for a chaos run, which has no such
 * configuration.
 */
export const expect = briefly.configure({ timeout: 20_000 });
