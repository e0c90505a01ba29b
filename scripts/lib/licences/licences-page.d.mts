import type { Shipped } from './licences.mjs';

export function formatLicencesPage(shipped: Shipped): Promise<string>;
