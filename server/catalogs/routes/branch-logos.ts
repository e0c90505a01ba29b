import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { removeLogo, setLogo } from '../commands/branch-logo.ts';
import type { RowChangeContext } from '../commands/change-catalog.ts';
import { notFoundError } from '../../platform/base/errors.ts';
import { createLogoFromUpload } from '../../platform/files/logos/logo.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { setTagAndCheckNotModified } from '../../platform/http/responses/etag.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { type UnreadRequest, readLogoUploadBytes } from '../../platform/http/bodies/upload.ts';
import { findLogoFile } from '../queries/branches.ts';
import { toRowChangeContext } from './catalog-changes.ts';

/** Error message of the branch form for a logo that is too large (P5). */
const LOGO_TOO_LARGE_TEXT = 'El archivo supera el tamaño máximo permitido de 250 KB.';

interface RouteExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export async function sendLogo(
  { db, files }: Context,
  branchId: string,
  { request, reply }: RouteExchange,
): Promise<Buffer | null> {
  const logo = await findLogoFile(db, branchId);
  if (!logo) throw notFoundError('La sede no tiene logo.');
  if (setTagAndCheckNotModified(request, reply, `"${logo.hash}"`)) {
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
  change: RowChangeContext,
  tooLarge: string,
) {
  const logo = await createLogoFromUpload(
    await readLogoUploadBytes(call, tooLarge),
    change.trace.actor.userId,
  );
  return setLogo(db, change, files, logo);
}

/**
 * Registers the routes for the logos of all branches, for users who manage users. The routes for the session's own branch are in
 * own-branch.ts.
 */
export function branchLogoRoutes(app: FastifyInstance, context: Context): void {
  registerRoute(app, context, routes.setBranchLogo, async (call) =>
    storeUploadedLogo(context, call, toRowChangeContext(context, call), LOGO_TOO_LARGE_TEXT),
  );
  registerRoute(app, context, routes.removeBranchLogo, async (call) =>
    context.db.transaction((tx) => removeLogo(tx, toRowChangeContext(context, call))),
  );
  registerRoute(app, context, routes.branchLogo, async (call) => sendLogo(context, call.params.id, call));
}
