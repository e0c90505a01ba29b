import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { setActiveBranch } from '../../commands/users/set-active-branch.ts';
import type { Context } from '../../http/context/context.ts';
import { register } from '../../http/calls/register.ts';
import { auditContextOf } from '../../http/callers/trace.ts';
import { findBranding } from '../../queries/catalogs/branding.ts';
import { findVaultKey } from '../../queries/accounts/vault-key.ts';
import { sessionOf } from './session.ts';

export function meRoutes(app: FastifyInstance, context: Context): void {
  const { db, legalTexts } = context;
  register(app, context, routes.vaultKey, async ({ actor }) => findVaultKey(db, actor.userId));
  register(app, context, routes.branding, async ({ branchId }) =>
    findBranding(db, branchId, legalTexts.authorisation),
  );
  register(app, context, routes.setActiveBranch, async (call) => {
    await setActiveBranch(db, auditContextOf(context, call), call.body.branch_id);
    return sessionOf(context, call.actor.tokenHash);
  });
}
