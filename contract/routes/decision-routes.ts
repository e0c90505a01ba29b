import { DecisionOptions, DecisionOptionsBody } from '../records/evaluation/decisions.ts';
import type { Route } from './route.ts';

/** Routes for the options that the clinic offers its doctors; part of `routes`. None of them is in the base contract. */
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
