import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { removeLogo, setLogo } from '../../commands/catalogs/branch-logo.ts';
import type { RowChange } from '../../commands/catalogs/change-catalog.ts';
import { writableCatalogs } from '../../commands/catalogs/writable-catalogs.ts';
import { notFoundError } from '../../base/errors.ts';
import { readLogo } from '../../files/logos/logo.ts';
import type { Context } from '../../http/context/context.ts';
import { isNotModified } from '../../http/responses/etag.ts';
import { registerRoute } from '../../http/calls/register.ts';
import { type UnreadRequest, readLogoUpload } from '../../http/bodies/upload.ts';
import { companyBranchesCondition, findLogo } from '../../queries/catalogs/branches.ts';
import { catalogs } from '../../queries/catalogs/catalogs.ts';
import { rowChangeHandlers, createRowHandler, readRowHandler, rowChange } from './catalog-changes.ts';
import { catalogListHandler } from './catalogs.ts';

/** Error message of the branch form for a logo that is too large (P5). */
const TOO_LARGE = 'El archivo supera el tamaño máximo permitido de 250 KB.';

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export async function sendLogo(
  { db, files }: Context,
  branchId: string,
  { request, reply }: Exchange,
): Promise<Buffer | null> {
  const logo = await findLogo(db, branchId);
  if (!logo) throw notFoundError('La sede no tiene logo.');
  if (isNotModified(request, reply, `"${logo.hash}"`)) {
    void reply.code(304);
    return null;
  }
  void reply.type('image/png');
  return files.read(logo.path);
}

/**
 * Stores the uploaded part `logo` as the logo of the branch.
 * @param tooLarge error message that the screen shows if the file is too large
 */
export async function storeUploadedLogo(
  { db, files }: Context,
  call: UnreadRequest,
  change: RowChange,
  tooLarge: string,
) {
  const logo = await readLogo(await readLogoUpload(call, tooLarge), change.trace.actor.userId);
  return setLogo(db, change, files, logo);
}

function logoRoutes(app: FastifyInstance, context: Context): void {
  registerRoute(app, context, routes.setBranchLogo, async (call) =>
    storeUploadedLogo(context, call, rowChange(context, call), TOO_LARGE),
  );
  registerRoute(app, context, routes.removeBranchLogo, async (call) =>
    context.db.transaction((tx) => removeLogo(tx, rowChange(context, call))),
  );
  registerRoute(app, context, routes.branchLogo, async (call) => sendLogo(context, call.params.id, call));
}

/**
 * Registers the routes for the catalogue of branches, for users who manage users. The routes for the session's own branch are
 * in own-branch.ts.
 */
export function branchRoutes(app: FastifyInstance, context: Context): void {
  registerRoute(app, context, routes.listBranches, async (call) => {
    const filter = companyBranchesCondition(call.query.company_id);
    return catalogListHandler(context, catalogs.branches, filter)(call);
  });
  registerRoute(app, context, routes.getBranch, readRowHandler(context, writableCatalogs.branches));

  const changes = rowChangeHandlers(context, writableCatalogs.branches, (at) => ({
    branding_updated_at: at,
  }));
  registerRoute(app, context, routes.createBranch, createRowHandler(context, writableCatalogs.branches));
  registerRoute(app, context, routes.replaceBranch, changes.replace);
  registerRoute(app, context, routes.renameBranch, changes.rename);
  registerRoute(app, context, routes.setBranchStatus, changes.setStatus);
  logoRoutes(app, context);
}
