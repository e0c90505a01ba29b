import type { z } from 'zod';
import { administrationRoutes } from './administration-routes.ts';
import { ActiveBranchBody, LoginBody, Session, VaultKey } from './auth.ts';
import { Branding } from './branding.ts';
import * as catalogs from './catalogs.ts';
import * as clinical from './clinical.ts';
import * as evaluations from './evaluations.ts';
import { Health } from './health.ts';
import { Patient, PatientSearchQuery } from './patients.ts';
import { type Route, byId } from './route.ts';

export type { Access, Route } from './route.ts';

export const API_BASE = '/api/v1';

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

/** Every call of the wire. */
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
  listCompanies: {
    ...list('/companies', catalogs.CompanyList),
    query: catalogs.CompaniesQuery,
    answer: catalogs.CompanyList,
  },
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
  ...administrationRoutes,
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
