import type { Shipped } from './licences.mjs';

export function licencesPage(shipped: Shipped): Promise<string>;
