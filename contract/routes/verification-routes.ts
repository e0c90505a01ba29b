import { Verification, VerificationKey, VerificationParams } from '../records/evaluation/verification.ts';
import type { Route } from './route.ts';

/** Requests for the holder of a document; part of `routes`. */
export const verificationRoutes = {
  /** Verification for the holder of a document: the only access to a document without a session, and only by its code. */
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
