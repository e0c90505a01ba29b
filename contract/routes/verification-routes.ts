import { Verification, VerificationKey, VerificationParams } from '../records/evaluation/verification.ts';
import type { Route } from './definition/route.ts';

export const verificationRoutes = {
  /**
   * Returns the verification data of a document by its code. No other route gives access to data of a document without a
   * session.
   */
  verifyDocument: {
    method: 'GET',
    path: '/verifications/:code',
    ours: true,
    access: 'public',
    params: VerificationParams,
    status: 200,
    answer: Verification,
  },
  verificationKey: {
    method: 'GET',
    path: '/verification-key',
    ours: true,
    access: 'public',
    status: 200,
    answer: VerificationKey,
  },
} as const satisfies Record<string, Route>;
