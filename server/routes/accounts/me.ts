import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { setActiveBranch } from '../../commands/users/set-active-branch.ts';
import type { Context } from '../../http/context/context.ts';
import { registerRoute } from '../../http/calls/register.ts';
import { auditContextOf } from '../../http/callers/audit-context.ts';
import { findBranding } from '../../queries/catalogs/branding.ts';
import { findVaultKey } from '../../queries/accounts/vault-key.ts';
import { sessionAfterChange } from './session.ts';

export function meRoutes(app: FastifyInstance, context: Context): void {
  const { db, legalTexts } = context;
  registerRoute(app, context, routes.vaultKey, async ({ actor }) => findVaultKey(db, actor.userId));
  registerRoute(app, context, routes.branding, async ({ branchId }) =>
    findBranding(db, branchId, legalTexts.authorisation),
  );
  registerRoute(app, context, routes.setActiveBranch, async (call) => {
    await setActiveBranch(db, auditContextOf(context, call), call.body.branch_id);
    return sessionAfterChange(context, call.actor.tokenHash);
  });
}
