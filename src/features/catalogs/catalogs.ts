import type { Permission } from '#contract/vocabulary.ts';
import type { Catalog } from './catalog-of.tsx';
import { branches } from './kinds/branches.tsx';
import { companies } from './kinds/companies.tsx';
import { doctors } from './kinds/doctors.tsx';
import { evaluationTypes } from './kinds/evaluation-types.tsx';
import { exams } from './kinds/exams.tsx';
import { phrases } from './kinds/phrases.tsx';

/** Catalogues in the order of P2; the phrases are last, because P2 does not have them. */
export const CATALOGS: readonly Catalog[] = [evaluationTypes, companies, branches, exams, doctors, phrases];

export const allowedCatalogs = (actions: readonly Permission[]): readonly Catalog[] =>
  CATALOGS.filter(({ needs }) => actions.includes(needs));
