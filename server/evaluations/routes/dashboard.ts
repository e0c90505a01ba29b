import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { type Actor, hasAnyPermission } from '../../platform/access/actor.ts';
import { requireActiveBranch } from '../../platform/http/callers/branch.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { scheduleTotalsUpdateIfDue } from './folding.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { readDashboardFigures } from '../queries/dashboard/dashboard.ts';

/**
 * Returns the session's active branch. Returns null (all branches) in global mode for a user who manages users.
 * @throws branch_not_resolved
 */
const dashboardBranchOf = (actor: Actor): string | null =>
  actor.activeBranchId === null && hasAnyPermission(actor, 'user_management')
    ? null
    : requireActiveBranch(actor);

export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  registerRoute(app, context, routes.dashboardSummary, async ({ actor, query }) => {
    const now = context.clock();
    const scope = { ...query, branchId: dashboardBranchOf(actor) };
    const { periods, unfolded } = await readDashboardFigures(context.db, scope, now);
    scheduleTotalsUpdateIfDue(context, unfolded);
    return { generated_at: now.toISOString(), periods };
  });
}
