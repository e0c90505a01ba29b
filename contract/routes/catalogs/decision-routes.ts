import { DecisionOptions, DecisionOptionsBody } from '../../records/evaluation/decisions.ts';
import type { Route } from '../definition/route.ts';

export const decisionRoutes = {
  getDecisionOptions: {
    method: 'GET',
    path: '/decision-options',
    ours: true,
    access: ['manage_evaluations', 'manage_catalogs'],
    status: 200,
    answer: DecisionOptions,
  },
  setDecisionOptions: {
    method: 'PUT',
    path: '/decision-options',
    ours: true,
    access: ['manage_catalogs'],
    body: DecisionOptionsBody,
    status: 200,
    answer: DecisionOptions,
    ifMatch: true,
  },
} as const satisfies Record<string, Route>;
