import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../base/errors.ts';
import { allowedMethods } from '../answers/allowed-methods.ts';
import { isApi } from '../answers/security-headers.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Vite puts a hash of the content into every name below assets/; all else is asked about again. */
const cacheControl = (file: string): string =>
  file.split(path.sep).includes('assets') ? IMMUTABLE : 'no-cache';

function wantsPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !isApi(request.url) && (request.headers.accept ?? '').includes('text/html');
}

function refusal({ url }: FastifyRequest): AppError {
  const allow = allowedMethods(url);
  return allow.length > 0
    ? new AppError('method_not_allowed', 'Esta dirección no admite esa operación.', { allow })
    : notFound('Esta dirección no existe.');
}

/** The built app, with index.html for every address that is a page of it; JSON 404 or 405 for the rest. */
export async function serveApp(app: FastifyInstance, staticDir: string | null): Promise<void> {
  if (staticDir !== null)
    await app.register(fastifyStatic, {
      root: staticDir,
      preCompressed: true,
      // What the build keeps for its own tools.
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, file) =>
        void reply.setHeader('cache-control', cacheControl(path.relative(staticDir, file))),
    });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (staticDir === null || !wantsPage(request)) throw refusal(request);
    void reply.sendFile('index.html');
  });
}
