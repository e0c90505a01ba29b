import { REGISTRATION_BODY_MAX_BYTES } from '../limits.ts';
import { CorrectedRegistration, CorrectionBody, Registration } from '../records/evaluation/corrections.ts';
import { type Route, idParams } from './definition/route.ts';

export const correctionRoutes = {
  getRegistration: {
    method: 'GET',
    path: '/evaluations/:id/registration',
    ours: true,
    access: ['register_patients', 'manage_evaluations'],
    params: idParams,
    status: 200,
    answer: Registration,
    branch: true,
    logs: 'evaluation_read',
  },
  correctRegistration: {
    method: 'PATCH',
    path: '/evaluations/:id/registration',
    ours: true,
    access: ['register_patients', 'manage_evaluations'],
    params: idParams,
    body: CorrectionBody,
    bodyMaxBytes: REGISTRATION_BODY_MAX_BYTES,
    status: 200,
    answer: CorrectedRegistration,
    idempotent: true,
    branch: true,
    logs: 'registration_corrected',
  },
} as const satisfies Record<string, Route>;
