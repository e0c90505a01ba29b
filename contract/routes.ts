import { z } from 'zod';
import { ActiveBranchBody, LoginBody, Session, VaultKey } from './auth.ts';
import { Branding } from './branding.ts';
import * as catalogs from './catalogs.ts';
import * as clinical from './clinical.ts';
import * as evaluations from './evaluations.ts';
import { Health } from './health.ts';
import { Patient, PatientSearchQuery } from './patients.ts';
import { Uuid } from './primitives.ts';
import type { Permission } from './vocabulary.ts';

export const API_BASE = '/api/v1';

/** Who may call: anybody, any session, or a session with at least one of the permissions. */
export type Access = 'public' | 'session' | readonly Permission[];

/**
 * One call of the wire. `path` is below API_BASE with `:name` parameters. `answer` is the body of `status`;
 * null where there is none (204) or where it is bytes.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** A schema for JSON; 'multipart' for uploads. */
  readonly body?: z.ZodType | 'multipart';
  readonly status: 200 | 201 | 204;
  readonly answer: z.ZodType | null;
  /** True where the route obeys Idempotency-Key. */
  readonly idempotent?: true;
  /** True where the answer carries an ETag and If-None-Match gives 304. */
  readonly etag?: true;
  /** True where the change obeys If-Match with the ETag of GET /evaluations/{id}, and its answer carries the new ETag. */
  readonly ifMatch?: true;
  /** True where the JSON may be longer than the 64 kB of every other call: clinical texts, up to 4 MiB. */
  readonly largeBody?: true;
  /** True where a session without a branch is refused with `branch_not_resolved`. */
  readonly branch?: true;
}

const byId = z.object({ id: Uuid });
const list = (path: string, answer: z.ZodType) =>
  ({
    method: 'GET',
    path,
    access: 'session',
    query: catalogs.ListQuery,
    status: 200,
    answer,
    etag: true,
  }) as const;

export const routes = {
  health: { method: 'GET', path: '/health', access: 'public', status: 200, answer: Health },
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    body: LoginBody,
    status: 200,
    answer: Session,
  },
  logout: { method: 'POST', path: '/auth/logout', access: 'public', status: 204, answer: null },
  me: { method: 'GET', path: '/auth/me', access: 'session', status: 200, answer: Session },
  vaultKey: { method: 'GET', path: '/me/vault-key', access: 'session', status: 200, answer: VaultKey },
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
  listEvaluationTypes: {
    ...list('/evaluation-types', catalogs.EvaluationTypeList),
    answer: catalogs.EvaluationTypeList,
  },
  listCompanies: { ...list('/companies', catalogs.CompanyList), answer: catalogs.CompanyList },
  listExams: { ...list('/exams', catalogs.ExamList), answer: catalogs.ExamList },
  listDoctors: { ...list('/doctors', catalogs.DoctorList), answer: catalogs.DoctorList },
  listOccupations: {
    ...list('/occupations', catalogs.OccupationList),
    query: catalogs.OccupationsQuery,
    answer: catalogs.OccupationList,
  },
  catalogOptions: {
    method: 'GET',
    path: '/catalogs/:resource/options',
    access: 'session',
    params: catalogs.OptionsParams,
    query: catalogs.OptionsQuery,
    status: 200,
    answer: catalogs.CatalogOptions,
  },
  recentCatalogOptions: {
    method: 'GET',
    path: '/catalogs/:resource/recent',
    access: 'session',
    params: catalogs.OptionsParams,
    query: catalogs.OptionsQuery,
    status: 200,
    answer: catalogs.CatalogOptions,
  },
  createEvaluation: {
    method: 'POST',
    path: '/evaluations',
    access: ['register_patients'],
    body: evaluations.CreateEvaluationBody,
    status: 201,
    answer: evaluations.CreatedEvaluation,
    idempotent: true,
    branch: true,
  },
  addMedia: {
    method: 'POST',
    path: '/evaluations/:id/media',
    access: ['register_patients'],
    params: byId,
    body: 'multipart',
    status: 201,
    answer: evaluations.Media,
    idempotent: true,
    branch: true,
  },
  listEvaluations: {
    method: 'GET',
    path: '/evaluations',
    access: ['register_patients', 'manage_evaluations'],
    query: evaluations.EvaluationsQuery,
    status: 200,
    answer: evaluations.EvaluationList,
    branch: true,
  },
  getEvaluation: {
    method: 'GET',
    path: '/evaluations/:id',
    access: ['manage_evaluations'],
    params: byId,
    status: 200,
    answer: evaluations.Evaluation,
    etag: true,
    branch: true,
  },
  saveExamOrders: {
    method: 'PATCH',
    path: '/evaluations/:id/exam-orders',
    access: ['manage_evaluations'],
    params: byId,
    body: clinical.SaveExamOrdersBody,
    status: 200,
    answer: clinical.SavedExamOrders,
    ifMatch: true,
    largeBody: true,
    branch: true,
  },
  addAttachment: {
    method: 'POST',
    path: '/evaluations/:id/attachments',
    access: ['manage_evaluations'],
    params: byId,
    body: 'multipart',
    status: 201,
    answer: evaluations.Attachment,
    idempotent: true,
    branch: true,
  },
  saveNotes: {
    method: 'PUT',
    path: '/evaluations/:id/notes',
    access: ['manage_evaluations'],
    params: byId,
    body: clinical.SaveNotesBody,
    status: 200,
    answer: clinical.SavedNotes,
    ifMatch: true,
    largeBody: true,
    branch: true,
  },
  signEvaluation: {
    method: 'POST',
    path: '/evaluations/:id/sign',
    access: ['manage_evaluations'],
    params: byId,
    body: clinical.SignBody,
    status: 200,
    answer: evaluations.Evaluation,
    ifMatch: true,
    branch: true,
  },
  reopenEvaluation: {
    method: 'POST',
    path: '/evaluations/:id/reopen',
    access: ['manage_evaluations'],
    params: byId,
    status: 200,
    answer: evaluations.Evaluation,
    ifMatch: true,
    branch: true,
  },
  conceptPdf: {
    method: 'GET',
    path: '/evaluations/:id/concept-pdf',
    access: ['manage_evaluations'],
    params: byId,
    status: 200,
    answer: null,
    branch: true,
  },
  clinicalHistory: {
    method: 'GET',
    path: '/evaluations/:id/clinical-history',
    access: ['manage_evaluations'],
    params: byId,
    status: 200,
    answer: null,
    branch: true,
  },
  activity: {
    method: 'GET',
    path: '/activity',
    access: ['user_management'],
    query: clinical.ActivityQuery,
    status: 200,
    answer: clinical.ActivityList,
  },
  getFile: {
    method: 'GET',
    path: '/files/*',
    access: ['register_patients', 'manage_evaluations'],
    status: 200,
    answer: null,
    branch: true,
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
