import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { notFoundError } from '../../platform/base/errors.ts';
import { verificationUrlPrefix } from '../commands/sign-document.ts';
import { ensureDocumentKeyPair } from '../commands/verification-key.ts';
import { countOrRejectVerification } from '../../platform/http/callers/public-limits.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { findVerification } from '../queries/verification.ts';

/**
 * Registers the routes with which the holder of a document verifies it without a session. The server logs neither the caller
 * nor the code.
 */
export function verificationRoutes(app: FastifyInstance, context: Context): void {
  registerRoute(app, context, routes.verifyDocument, async ({ params, request }) => {
    await countOrRejectVerification(context, request);
    const found = await findVerification(context.db, params.code);
    if (!found) throw notFoundError('No hay ningún documento con ese código. Revísalo letra por letra.');
    return found;
  });

  registerRoute(app, context, routes.verificationKey, async () => {
    const { publicKey } = await ensureDocumentKeyPair(context.db);
    return {
      algorithm: 'Ed25519' as const,
      public_key: publicKey.toString('base64url'),
      page: context.publicUrl && verificationUrlPrefix(context.publicUrl),
    };
  });
}
