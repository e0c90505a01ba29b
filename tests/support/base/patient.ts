import { expect as briefly } from '@playwright/test';

/** As long as the end-to-end tests wait (playwright.config.ts), also in a chaos run, which has no such configuration. */
export const expect = briefly.configure({ timeout: 20_000 });
