import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { setActiveBranch } from '../commands/users/set-active-branch.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { readBranding } from '../../catalogs/index.ts';
import { readVaultKey } from '../queries/vault-key.ts';
import { readCurrentSession } from './session.ts';

export function meRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(app, context, routes.vaultKey, async ({ actor }) => readVaultKey(db, actor.userId));
  registerRoute(app, context, routes.branding, async ({ branchId }) => readBranding(db, branchId));
  registerRoute(app, context, routes.setActiveBranch, async (call) => {
    await setActiveBranch(db, auditContextOf(context, call), call.body.branch_id);
    return readCurrentSession(context, call.actor.tokenHash);
  });
}
