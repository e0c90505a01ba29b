import type * as z from 'zod/mini';
import * as accounts from '../records/people/accounts.ts';
import { Session } from '../records/people/auth.ts';
import * as branches from '../records/branches.ts';
import * as writes from '../records/catalog-writes.ts';
import * as catalogs from '../records/catalogs.ts';
import * as devices from '../records/people/devices.ts';
import { DashboardQuery, DashboardSummary } from '../records/dashboard.ts';
import { Ready } from '../records/health.ts';
import { SystemState } from '../records/system.ts';
import { type RouteAccess, type Route, idParams } from './route.ts';
import * as users from '../records/people/users.ts';

/** Returns the routes that change one catalogue: POST creates a row, PUT replaces it, PATCH …/status enables or disables it. */
const creates = <P extends string, A extends RouteAccess, B extends z.ZodMiniType, I extends z.ZodMiniType>(
  path: P,
  access: A,
  body: B,
  answer: I,
) => ({ method: 'POST', path, access, body, status: 201, answer }) as const;
const changes = <
  M extends 'PUT' | 'PATCH',
  P extends string,
  A extends RouteAccess,
  B extends z.ZodMiniType,
  I extends z.ZodMiniType,
>(
  call: readonly [method: M, path: P],
  access: A,
  body: B,
  answer: I,
) =>
  ({
    method: call[0],
    path: call[1],
    access,
    params: idParams,
    body,
    status: 200,
    answer,
    ifMatch: true,
  }) as const;

const CATALOGS = ['manage_catalogs'] as const;
const USERS = ['user_management'] as const;
/**
 * Permissions to change the branding of the user's own branch; the user needs one of them. Every user of the branch may read
 * the branding.
 */
const BRANDING = ['user_management', 'manage_catalogs'] as const;

export const administrationRoutes = {
  ready: { method: 'GET', path: '/ready', ours: true, access: 'public', status: 200, answer: Ready },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    access: 'session',
    body: accounts.ChangePasswordBody,
    status: 200,
    answer: Session,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/auth/password-reset',
    access: 'public',
    body: accounts.PasswordResetBody,
    status: 200,
    answer: accounts.PasswordResetRequested,
    anySuccess: true,
  },
  completePasswordReset: {
    method: 'POST',
    path: '/auth/password-reset/complete',
    access: 'public',
    body: accounts.CompletePasswordResetBody,
    status: 200,
    answer: Session,
    bindsKey: true,
  },
  createFirstAdministrator: {
    method: 'POST',
    path: '/setup/administrator',
    ours: true,
    access: 'public',
    body: accounts.FirstAdministratorBody,
    status: 201,
    answer: Session,
    bindsKey: true,
  },
  ownBranch: {
    method: 'GET',
    path: '/me/branch',
    access: 'session',
    status: 200,
    answer: branches.Branch,
    branch: true,
  },
  updateOwnBranch: {
    method: 'PATCH',
    path: '/me/branch/branding',
    access: BRANDING,
    body: branches.OwnBranchBody,
    status: 200,
    answer: branches.Branch,
    ifMatch: true,
    branch: true,
  },
  setOwnLogo: {
    method: 'POST',
    path: '/me/branch/logo',
    access: BRANDING,
    body: 'multipart',
    status: 200,
    answer: branches.Branch,
    branch: true,
  },
  removeOwnLogo: {
    method: 'DELETE',
    path: '/me/branch/logo',
    access: BRANDING,
    status: 200,
    answer: branches.Branch,
    branch: true,
  },
  ownLogo: {
    method: 'GET',
    path: '/me/branch/logo',
    access: 'session',
    status: 200,
    answer: null,
    etag: true,
    branch: true,
  },
  catalogOverview: {
    method: 'GET',
    path: '/catalogs/overview',
    access: BRANDING,
    query: catalogs.OverviewQuery,
    status: 200,
    answer: catalogs.CatalogOverview,
  },
  createEvaluationType: creates(
    '/evaluation-types',
    CATALOGS,
    writes.EvaluationTypeBody,
    catalogs.EvaluationType,
  ),
  replaceEvaluationType: changes(
    ['PUT', '/evaluation-types/:id'],
    CATALOGS,
    writes.EvaluationTypeBody,
    catalogs.EvaluationType,
  ),
  setEvaluationTypeStatus: changes(
    ['PATCH', '/evaluation-types/:id/status'],
    CATALOGS,
    writes.StatusBody,
    catalogs.EvaluationType,
  ),
  getCompany: {
    method: 'GET',
    path: '/companies/:id',
    access: 'session',
    params: idParams,
    status: 200,
    answer: catalogs.Company,
  },
  createCompany: creates('/companies', CATALOGS, writes.CompanyBody, catalogs.Company),
  replaceCompany: changes(['PUT', '/companies/:id'], CATALOGS, writes.CompanyBody, catalogs.Company),
  renameCompany: changes(['PATCH', '/companies/:id'], CATALOGS, writes.RenameBody, catalogs.Company),
  setCompanyStatus: changes(
    ['PATCH', '/companies/:id/status'],
    CATALOGS,
    writes.StatusBody,
    catalogs.Company,
  ),
  createExam: creates('/exams', CATALOGS, writes.ExamBody, catalogs.Exam),
  replaceExam: changes(['PUT', '/exams/:id'], CATALOGS, writes.ExamBody, catalogs.Exam),
  setExamStatus: changes(['PATCH', '/exams/:id/status'], CATALOGS, writes.StatusBody, catalogs.Exam),
  createDoctor: creates('/doctors', CATALOGS, writes.DoctorBody, catalogs.Doctor),
  replaceDoctor: changes(['PUT', '/doctors/:id'], CATALOGS, writes.DoctorBody, catalogs.Doctor),
  setDoctorStatus: changes(['PATCH', '/doctors/:id/status'], CATALOGS, writes.StatusBody, catalogs.Doctor),
  setDoctorSignature: {
    method: 'POST',
    path: '/doctors/:id/signature',
    access: CATALOGS,
    params: idParams,
    body: 'multipart',
    status: 200,
    answer: catalogs.Doctor,
  },
  /** Extension of the base contract: returns a doctor's stored signature, so that the user who uploaded it can see it. */
  doctorSignature: {
    method: 'GET',
    ours: true,
    path: '/doctors/:id/signature',
    access: CATALOGS,
    params: idParams,
    status: 200,
    answer: null,
  },
  listBranches: {
    method: 'GET',
    path: '/branches',
    access: BRANDING,
    query: branches.BranchesQuery,
    status: 200,
    answer: branches.BranchList,
    etag: true,
  },
  getBranch: {
    method: 'GET',
    path: '/branches/:id',
    access: USERS,
    params: idParams,
    status: 200,
    answer: branches.Branch,
  },
  createBranch: creates('/branches', USERS, branches.BranchBody, branches.Branch),
  replaceBranch: changes(['PUT', '/branches/:id'], USERS, branches.BranchBody, branches.Branch),
  renameBranch: changes(['PATCH', '/branches/:id'], USERS, writes.RenameBody, branches.Branch),
  setBranchStatus: changes(['PATCH', '/branches/:id/status'], USERS, writes.StatusBody, branches.Branch),
  setBranchLogo: {
    method: 'POST',
    path: '/branches/:id/logo',
    access: USERS,
    params: idParams,
    body: 'multipart',
    status: 200,
    answer: branches.Branch,
  },
  removeBranchLogo: {
    method: 'DELETE',
    path: '/branches/:id/logo',
    access: USERS,
    params: idParams,
    status: 200,
    answer: branches.Branch,
  },
  branchLogo: {
    method: 'GET',
    path: '/branches/:id/logo',
    access: USERS,
    params: idParams,
    status: 200,
    answer: null,
    etag: true,
  },
  dashboardSummary: {
    method: 'GET',
    path: '/dashboard/summary',
    access: ['view_dashboard'],
    query: DashboardQuery,
    status: 200,
    answer: DashboardSummary,
  },
  reportDevice: {
    method: 'PUT',
    path: '/devices/:id',
    ours: true,
    access: 'session',
    params: idParams,
    body: devices.DeviceReport,
    status: 200,
    answer: devices.DeviceReportResponse,
    anySuccess: true,
    mayBeEmpty: true,
  },
  systemState: {
    method: 'GET',
    path: '/admin/system',
    ours: true,
    access: USERS,
    status: 200,
    answer: SystemState,
  },
  listDevices: {
    method: 'GET',
    path: '/admin/devices',
    ours: true,
    access: USERS,
    query: devices.DevicesQuery,
    status: 200,
    answer: devices.DeviceList,
  },
  changeDevice: {
    ...changes(['PATCH', '/admin/devices/:id'], USERS, devices.DeviceChange, devices.Device),
    ours: true,
  },
  listUsers: {
    method: 'GET',
    path: '/admin/users',
    access: USERS,
    query: users.UsersQuery,
    status: 200,
    answer: users.UserList,
  },
  createUser: creates('/admin/users', USERS, users.CreateUserBody, users.CreatedUser),
  setUserStatus: changes(['PATCH', '/admin/users/:id/status'], USERS, users.UserStatusBody, users.User),
  setUserPermissions: changes(
    ['PUT', '/admin/users/:id/permissions'],
    USERS,
    users.UserPermissionsBody,
    users.User,
  ),
  setUserBranch: changes(['PUT', '/admin/users/:id/branch'], USERS, users.UserBranchBody, users.User),
  resetUserPassword: {
    method: 'POST',
    path: '/admin/users/:id/reset-password',
    access: USERS,
    params: idParams,
    status: 200,
    answer: users.ResetLink,
  },
} as const satisfies Record<string, Route>;
