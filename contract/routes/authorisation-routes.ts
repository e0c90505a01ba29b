import { AuthorisationText, AuthorisationTextBody } from '../records/authorisation-text.ts';
import type { Route } from './definition/route.ts';

export const authorisationRoutes = {
  getAuthorisationText: {
    method: 'GET',
    path: '/authorisation-text',
    ours: true,
    access: ['user_management'],
    status: 200,
    answer: AuthorisationText,
  },
  setAuthorisationText: {
    method: 'PUT',
    path: '/authorisation-text',
    ours: true,
    access: ['user_management'],
    body: AuthorisationTextBody,
    status: 200,
    answer: AuthorisationText,
    ifMatch: true,
  },
} as const satisfies Record<string, Route>;
