import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes.ts';
import { notFound } from '../errors.ts';
import type { Context } from '../http/context.ts';
import { register } from '../http/register.ts';
import { findFile } from '../queries/files.ts';

export function fileRoutes(app: FastifyInstance, context: Context): void {
  const { db, files } = context;
  register(app, context, routes.getFile, async ({ branchId, request, reply }) => {
    const { '*': storagePath = '' } = request.params as { '*'?: string };
    const file = await findFile(db, branchId, storagePath);
    if (!file) throw notFound('El archivo no existe en esta sede.');
    void reply
      .type(file.mime)
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
    return files.read(file.storagePath);
  });
}
