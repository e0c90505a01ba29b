import type { Statement } from '../statement.ts';

/** Audited requirements of P2 and P9 (base contract) on statistics and quick access. */
export const statements = [
  {
    id: 'home-1',
    section: 'P9',
    says: 'Each card has its total and the difference and percentage against the period before',
  },
  { id: 'home-2', section: 'P9', says: 'Each card counts pending, in process and closed' },
  { id: 'home-3', section: 'P9', says: 'Each card counts new and returning patients' },
  { id: 'home-4', section: 'P9', says: 'Each card has the average closing time in whole minutes' },
  { id: 'home-5', section: 'P9', says: 'Figures are written as in es-CO' },
  { id: 'home-6', section: 'P7', says: 'The figures can be narrowed to one employer' },
  { id: 'home-7', section: 'P7', says: 'The figures can be narrowed to one contractor' },
  {
    id: 'home-8',
    section: 'P6',
    says: 'Quick access: register_patients leads to reception, manage_evaluations to the list, manage_catalogs to the catalogues',
  },
  {
    id: 'home-9',
    section: 'P6',
    says: 'Without branch and user_management one is told to ask for an assignment',
  },
] as const satisfies readonly Statement[];
