import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes.ts';
import { notFound } from '../errors.ts';
import type { Context } from '../http/context.ts';
import { register } from '../http/register.ts';
import { findFile } from '../queries/files.ts';

export function fileRoutes(app: FastifyInstance, { db, files, ...context }: Context): void {
  register(app, { db, files, ...context }, routes.getFile, async ({ branchId, request, reply }) => {
    const { '*': storagePath = '' } = request.params as { '*'?: string };
    const file = await findFile(db, branchId, storagePath);
    if (!file) throw notFound('El archivo no existe en esta sede.');
    return reply
      .type(file.mime)
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .send(await files.read(file.storagePath));
  });
}
