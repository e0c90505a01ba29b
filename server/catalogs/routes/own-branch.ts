import type { FastifyInstance } from 'fastify';
import type { SigningRuleBody } from '#contract/catalogs/branches.ts';
import { routes } from '#contract/routes/routes.ts';
import { removeLogo } from '../commands/branch-logo.ts';
import { changeCatalogRow } from '../commands/change-catalog.ts';
import { bodyColumns, brandingColumns, writableCatalogs } from '../commands/writable-catalogs.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { setRevisionTag } from '../../platform/http/responses/etag.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { sendLogo, storeUploadedLogo } from './branch-logos.ts';
import { readRowHandler, toRowChangeContext } from './catalog-changes.ts';

/** Error message for a logo that is too large, on the screen of the user's own branch (P5). */
const OWN_LOGO_TOO_LARGE_TEXT = 'El archivo supera el límite de 250 KB.';

const addBranchParam = <OwnCall extends { readonly branchId: string }>(call: OwnCall) => ({
  ...call,
  params: { id: call.branchId },
});

/**
 * Returns the code under which the log records the signing rule. `own_signature_only` takes precedence over
 * `unlinked_signatures`.
 */
function signingRuleCodeOf({
  own_signature_only: isOwnOnly,
  unlinked_signatures: isUnlinked,
}: SigningRuleBody): string {
  if (isOwnOnly) return 'own_signature_only';
  return isUnlinked ? 'unlinked_signatures' : 'any_signature';
}

export function ownBranchRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerRoute(app, context, routes.ownBranch, async (call) =>
    readRowHandler(context, writableCatalogs.branches)(addBranchParam(call)),
  );
  registerRoute(app, context, routes.updateOwnBranch, async (call) => {
    const change = toRowChangeContext(context, addBranchParam(call));
    const edit = {
      what: 'replaced',
      action: 'branding_changed',
      columns: brandingColumns(call.body),
      stamp: { branding_updated_at: change.trace.at },
    } as const;
    const branch = await db.transaction((tx) =>
      changeCatalogRow(tx, writableCatalogs.branches, change, edit),
    );
    setRevisionTag(call.reply, branch);
    return branch;
  });
  registerRoute(app, context, routes.setSigningRule, async (call) => {
    const edit = {
      what: signingRuleCodeOf(call.body),
      action: 'signing_rule_changed',
      columns: bodyColumns(call.body),
    } as const;
    const change = toRowChangeContext(context, addBranchParam(call));
    const branch = await db.transaction((tx) =>
      changeCatalogRow(tx, writableCatalogs.branches, change, edit),
    );
    setRevisionTag(call.reply, branch);
    return branch;
  });
  registerRoute(app, context, routes.setOwnLogo, async (call) =>
    storeUploadedLogo(
      context,
      call,
      toRowChangeContext(context, addBranchParam(call)),
      OWN_LOGO_TOO_LARGE_TEXT,
    ),
  );
  registerRoute(app, context, routes.removeOwnLogo, async (call) =>
    db.transaction((tx) => removeLogo(tx, toRowChangeContext(context, addBranchParam(call)))),
  );
  registerRoute(app, context, routes.ownLogo, async (call) => sendLogo(context, call.branchId, call));
}
