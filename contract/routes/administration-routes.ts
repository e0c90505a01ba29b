import type * as z from 'zod/mini';
import * as accounts from '../records/people/accounts.ts';
import { Session } from '../records/people/auth.ts';
import { Branch, OwnBranchBody } from '../catalogs/branches.ts';
import { Doctor } from '../catalogs/doctors.ts';
import { CatalogOverview, OverviewQuery } from '../catalogs/overview.ts';
import * as devices from '../records/people/devices.ts';
import { DashboardQuery, DashboardSummary } from '../records/dashboard.ts';
import { Ready } from '../records/health.ts';
import { SystemState } from '../records/system.ts';
import { type RouteAccess, type Route, idParams } from './definition/route.ts';
import * as users from '../records/people/users.ts';

const defineCreationRoute = <
  P extends string,
  A extends RouteAccess,
  B extends z.ZodMiniType,
  I extends z.ZodMiniType,
>(
  path: P,
  access: A,
  body: B,
  answer: I,
) => ({ method: 'POST', path, access, body, status: 201, answer }) as const;
const defineChangeRoute = <
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

const CATALOG_ROUTE_ACCESS = ['manage_catalogs'] as const;
const USER_ROUTE_ACCESS = ['user_management'] as const;
/**
 * A user with one of these permissions may change the branding of the user's own branch. Every user of the branch may read the
 * branding.
 */
const BRANDING_CHANGE_ACCESS = ['user_management', 'manage_catalogs'] as const;

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
    answer: Branch,
    branch: true,
  },
  updateOwnBranch: {
    method: 'PATCH',
    path: '/me/branch/branding',
    access: BRANDING_CHANGE_ACCESS,
    body: OwnBranchBody,
    status: 200,
    answer: Branch,
    ifMatch: true,
    branch: true,
  },
  setOwnLogo: {
    method: 'POST',
    path: '/me/branch/logo',
    access: BRANDING_CHANGE_ACCESS,
    body: 'multipart',
    status: 200,
    answer: Branch,
    branch: true,
  },
  removeOwnLogo: {
    method: 'DELETE',
    path: '/me/branch/logo',
    access: BRANDING_CHANGE_ACCESS,
    status: 200,
    answer: Branch,
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
    access: BRANDING_CHANGE_ACCESS,
    query: OverviewQuery,
    status: 200,
    answer: CatalogOverview,
  },
  setDoctorSignature: {
    method: 'POST',
    path: '/doctors/:id/signature',
    access: CATALOG_ROUTE_ACCESS,
    params: idParams,
    body: 'multipart',
    status: 200,
    answer: Doctor,
  },
  /** Extension of the base contract: returns a doctor's stored signature, so that the user who uploaded it can see it. */
  doctorSignature: {
    method: 'GET',
    ours: true,
    path: '/doctors/:id/signature',
    access: CATALOG_ROUTE_ACCESS,
    params: idParams,
    status: 200,
    answer: null,
  },
  setBranchLogo: {
    method: 'POST',
    path: '/branches/:id/logo',
    access: USER_ROUTE_ACCESS,
    params: idParams,
    body: 'multipart',
    status: 200,
    answer: Branch,
  },
  removeBranchLogo: {
    method: 'DELETE',
    path: '/branches/:id/logo',
    access: USER_ROUTE_ACCESS,
    params: idParams,
    status: 200,
    answer: Branch,
  },
  branchLogo: {
    method: 'GET',
    path: '/branches/:id/logo',
    access: USER_ROUTE_ACCESS,
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
  listUnsentDevices: {
    method: 'GET',
    path: '/devices',
    ours: true,
    access: ['register_patients'],
    query: devices.UnsentDevicesQuery,
    status: 200,
    answer: devices.UnsentDevices,
    branch: true,
  },
  systemState: {
    method: 'GET',
    path: '/admin/system',
    ours: true,
    access: USER_ROUTE_ACCESS,
    status: 200,
    answer: SystemState,
  },
  listDevices: {
    method: 'GET',
    path: '/admin/devices',
    ours: true,
    access: USER_ROUTE_ACCESS,
    query: devices.DevicesQuery,
    status: 200,
    answer: devices.DeviceList,
  },
  changeDevice: {
    ...defineChangeRoute(
      ['PATCH', '/admin/devices/:id'],
      USER_ROUTE_ACCESS,
      devices.DeviceChange,
      devices.Device,
    ),
    ours: true,
  },
  listUsers: {
    method: 'GET',
    path: '/admin/users',
    access: USER_ROUTE_ACCESS,
    query: users.UsersQuery,
    status: 200,
    answer: users.UserList,
  },
  createUser: defineCreationRoute('/admin/users', USER_ROUTE_ACCESS, users.CreateUserBody, users.CreatedUser),
  setUserStatus: defineChangeRoute(
    ['PATCH', '/admin/users/:id/status'],
    USER_ROUTE_ACCESS,
    users.UserStatusBody,
    users.User,
  ),
  setUserPermissions: defineChangeRoute(
    ['PUT', '/admin/users/:id/permissions'],
    USER_ROUTE_ACCESS,
    users.UserPermissionsBody,
    users.User,
  ),
  setUserBranch: defineChangeRoute(
    ['PUT', '/admin/users/:id/branch'],
    USER_ROUTE_ACCESS,
    users.UserBranchBody,
    users.User,
  ),
  resetUserPassword: {
    method: 'POST',
    path: '/admin/users/:id/reset-password',
    access: USER_ROUTE_ACCESS,
    params: idParams,
    status: 200,
    answer: users.ResetLink,
  },
} as const satisfies Record<string, Route>;
