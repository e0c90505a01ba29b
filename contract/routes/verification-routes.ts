import { Verification, VerificationKey, VerificationParams } from '../records/evaluation/verification.ts';
import type { Route } from './route.ts';

/** What whoever holds a document may call; part of `routes`. */
export const verificationRoutes = {
  /** Whoever holds a document; the only way to one without a session, and by its code alone. */
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
