import type { ComponentType } from 'react';
import { Navigate } from 'react-router-dom';
import type { Account } from '#sync/session/session.ts';

type AccountScreen = ComponentType<{ account: Account }>;

/**
 * Requires user management for a screen (P2). Redirects to the home page, even if the permission is revoked while the screen is
 * open.
 */
export const requireUserManagement = (Inner: AccountScreen): AccountScreen =>
  function Required({ account }) {
    if (!account.actions.includes('user_management')) return <Navigate to="/home" replace />;
    return <Inner account={account} />;
  };
