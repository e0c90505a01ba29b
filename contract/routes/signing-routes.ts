import { Branch, SigningRuleBody } from '../catalogs/branches.ts';
import * as clinical from '../records/evaluation/clinical.ts';
import * as users from '../records/people/users.ts';
import { type Route, idParams } from './definition/route.ts';

export const signingRoutes = {
  signingRules: {
    method: 'GET',
    path: '/me/signing',
    ours: true,
    access: ['manage_evaluations'],
    status: 200,
    answer: clinical.SigningRules,
    branch: true,
  },
  setSigningRule: {
    method: 'PUT',
    path: '/me/branch/signing',
    ours: true,
    access: ['user_management'],
    body: SigningRuleBody,
    status: 200,
    answer: Branch,
    ifMatch: true,
    branch: true,
  },
  setUserDoctor: {
    method: 'PUT',
    path: '/admin/users/:id/doctor',
    ours: true,
    access: ['user_management'],
    params: idParams,
    body: users.UserDoctorBody,
    status: 200,
    answer: users.User,
    ifMatch: true,
  },
} as const satisfies Record<string, Route>;
