import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFoundError } from '../../base/errors.ts';
import { allowedMethods } from '../responses/allowed-methods.ts';
import { isApiUrl } from '../responses/security-headers.ts';

const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/**
 * Returns the value of `Cache-Control` for a file. Files below assets/ have a content hash in their name and never change;
 * browsers must revalidate all other files.
 */
const cacheControlOf = (file: string): string =>
  file.split(path.sep).includes('assets') ? IMMUTABLE_CACHE_CONTROL : 'no-cache';

function isPageRequest(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !isApiUrl(request.url) && (request.headers.accept ?? '').includes('text/html');
}

function createUnroutedError({ url }: FastifyRequest): AppError {
  const allow = allowedMethods(url);
  return allow.length > 0
    ? new AppError('method_not_allowed', 'Esta dirección no admite esa operación.', { allow })
    : notFoundError('Esta dirección no existe.');
}

/** Returns a file of the built app by its name; null when the file does not exist. */
export type FindAppFile = (name: string) => Promise<Buffer | null>;

const HASHED_FILE_PATTERN = /^\/assets\/([^/?]+)$/;
const CONTENT_TYPES: Record<string, string> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** Returns a file that this version lacks. A page from a server of another version requests the scripts of that version. */
async function findFileInOtherVersion(
  request: FastifyRequest,
  find: FindAppFile | undefined,
): Promise<Buffer | null> {
  const [, name] = HASHED_FILE_PATTERN.exec(request.url) ?? [];
  return find && name !== undefined && request.method === 'GET' ? find(name) : null;
}

/**
 * Serves the built app: index.html for every address of a page, and a JSON 404 or 405 for other addresses.
 * @param find returns files of other versions, whose servers may run concurrently with this one
 */
export async function serveApp(
  app: FastifyInstance,
  staticDir: string | null,
  find?: FindAppFile,
): Promise<void> {
  if (staticDir !== null)
    await app.register(fastifyStatic, {
      root: staticDir,
      preCompressed: true,
      // Excludes files that the build keeps for its own tools.
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, file) =>
        void reply.setHeader('cache-control', cacheControlOf(path.relative(staticDir, file))),
    });
  const respond = async (request: FastifyRequest, reply: FastifyReply) => {
    const file = await findFileInOtherVersion(request, find);
    if (file) {
      const type = CONTENT_TYPES[path.extname(request.url)] ?? 'application/octet-stream';
      return reply.header('cache-control', IMMUTABLE_CACHE_CONTROL).type(type).send(file);
    }
    if (staticDir === null || !isPageRequest(request)) throw createUnroutedError(request);
    return reply.sendFile('index.html');
  };
  app.setNotFoundHandler((request, reply) => {
    if (staticDir === null || HASHED_FILE_PATTERN.test(request.url) || !isPageRequest(request))
      return respond(request, reply);
    // The handler does not return the reply, because Fastify adds two listeners to the response for each returned reply. The
    // plugin for static files adds six listeners, and Node warns of a leak when there are more than ten.
    void reply.sendFile('index.html');
    return undefined;
  });
}
