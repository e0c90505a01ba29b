import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#contract/routes/routes.ts';
import { buildOpenApi } from '../../openapi/document.ts';
import type { Context } from '../context/context.ts';

const DOCUMENT_PATH = `${API_BASE}/docs/json`;

export function serveApiDocumentation(app: FastifyInstance, { cookie }: Pick<Context, 'cookie'>): void {
  let stored: string | null = null;
  app.get(DOCUMENT_PATH, async (_request, reply) => {
    const document = (stored ??= JSON.stringify(buildOpenApi(cookie.name)));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
