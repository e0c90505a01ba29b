import type { AnyCallDescription, CallDescriptions } from '../call-description.ts';
import type { RouteName } from '#contract/routes/routes.ts';
import { administrationCalls } from './administration.ts';
import { catalogueCalls } from './catalogues.ts';
import { catalogRowCalls } from './catalog-rows.ts';
import { correctionCalls } from './corrections.ts';
import { evaluationCalls } from './evaluations.ts';
import { insightCalls } from './insight.ts';
import { sessionCalls } from './sessions.ts';

/** The type requires a description for each route, so a missing description is a compile error. */
const complete: Omit<CallDescriptions, keyof typeof catalogRowCalls> = {
  ...sessionCalls,
  ...evaluationCalls,
  ...correctionCalls,
  ...insightCalls,
  ...catalogueCalls,
  ...administrationCalls,
};

export const callDescriptions: Readonly<Record<RouteName, AnyCallDescription>> = {
  ...complete,
  ...catalogRowCalls,
};
