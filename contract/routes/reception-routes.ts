import { REGISTRATION_BODY_MAX_BYTES } from '../limits.ts';
import { ActiveBranchBody, LoginBody, Session, VaultKey } from '../records/people/auth.ts';
import { Branding } from '../records/branding.ts';
import { OccupationList, OccupationsQuery } from '../catalogs/occupations.ts';
import { CatalogOptions, OptionsParams, OptionsQuery } from '../catalogs/options.ts';
import * as capture from '../records/evaluation/capture.ts';
import { Health } from '../records/health.ts';
import { Patient, PatientSearchQuery } from '../records/evaluation/patients.ts';
import { type Route, idParams } from './definition/route.ts';

/**
 * Routes for sign-in, registration and sending; part of `routes`. The app loads them at start, and the other routes with the
 * first screen that needs them (src/network/client.ts).
 */
export const receptionRoutes = {
  health: { method: 'GET', path: '/health', ours: true, access: 'public', status: 200, answer: Health },
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    body: LoginBody,
    status: 200,
    answer: Session,
    bindsKey: true,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    access: 'public',
    status: 204,
    answer: null,
    anySuccess: true,
  },
  me: { method: 'GET', path: '/auth/me', access: 'session', status: 200, answer: Session },
  /**
   * Binds an existing session to the device key of the request's proof (S26). Needed for sessions from before the app had
   * device keys.
   */
  bindSession: {
    method: 'POST',
    path: '/auth/device-key',
    ours: true,
    access: 'session',
    status: 204,
    answer: null,
    bindsKey: true,
  },
  vaultKey: {
    method: 'GET',
    path: '/me/vault-key',
    ours: true,
    access: 'session',
    status: 200,
    answer: VaultKey,
  },
  setActiveBranch: {
    method: 'PUT',
    path: '/me/branch/active',
    access: 'session',
    body: ActiveBranchBody,
    status: 200,
    answer: Session,
  },
  branding: { method: 'GET', path: '/me/branding', access: 'session', status: 200, answer: Branding },
  searchPatient: {
    method: 'GET',
    path: '/patients/search',
    access: ['register_patients'],
    query: PatientSearchQuery,
    status: 200,
    answer: Patient,
  },
  listOccupations: {
    method: 'GET',
    path: '/occupations',
    access: 'session',
    query: OccupationsQuery,
    status: 200,
    answer: OccupationList,
    etag: true,
  },
  catalogOptions: {
    method: 'GET',
    path: '/catalogs/:resource/options',
    access: 'session',
    params: OptionsParams,
    query: OptionsQuery,
    status: 200,
    answer: CatalogOptions,
  },
  recentCatalogOptions: {
    method: 'GET',
    path: '/catalogs/:resource/recent',
    access: 'session',
    params: OptionsParams,
    query: OptionsQuery,
    status: 200,
    answer: CatalogOptions,
  },
  createEvaluation: {
    method: 'POST',
    path: '/evaluations',
    access: ['register_patients'],
    body: capture.CreateEvaluationBody,
    bodyMaxBytes: REGISTRATION_BODY_MAX_BYTES,
    status: 201,
    answer: capture.CreatedEvaluation,
    idempotent: true,
    branch: true,
  },
  addMedia: {
    method: 'POST',
    path: '/evaluations/:id/media',
    access: ['register_patients'],
    accessOfCorrections: ['manage_evaluations'],
    params: idParams,
    body: 'multipart',
    status: 201,
    answer: capture.Media,
    idempotent: true,
    branch: true,
    logs: 'media_added',
  },
  addAttachment: {
    method: 'POST',
    path: '/evaluations/:id/attachments',
    access: ['manage_evaluations'],
    params: idParams,
    body: 'multipart',
    status: 201,
    answer: capture.Attachment,
    idempotent: true,
    branch: true,
    logs: 'attachment_added',
  },
} as const satisfies Record<string, Route>;
