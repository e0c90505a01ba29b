import { NOTE_TYPES } from '#contract/vocabulary.ts';
import { type Stock, drawId } from './good.ts';
import type { Random } from './random.ts';

export const codedRow = (random: Random) => ({
  code: `F-${random.below(1e6)}`,
  name: 'De Prueba (DEMO)',
  description: null,
});
export const doctor = () => ({ name: 'Dra. Prueba', license_number: 'LIC-9', specialty: 'x' });
export const phrase = (random: Random) => ({
  note_type: random.pick(NOTE_TYPES),
  name: `Pausas cada ${random.below(9)} horas`,
});
export const branch = (random: Random, stock: Stock) => ({
  company_id: drawId('companies', random, stock),
  name: 'Sede (DEMO)',
  contact_website: 'https://prueba.demo',
});
