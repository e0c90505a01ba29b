import swagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { API_BASE } from '#contract/routes.ts';

const DOCUMENT_PATH = `${API_BASE}/docs/json`;

/** A query behind z.preprocess (aliases) is documented by the names it is folded to. */
const documented = (schema: unknown): unknown =>
  schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform ? schema.out : schema;

const transform: SwaggerTransform = (document) => {
  const querystring = documented(document.schema?.querystring);
  return jsonSchemaTransform({
    ...document,
    schema: { ...document.schema, ...(querystring ? { querystring } : {}) },
  });
};

/** OpenAPI 3.1 of the contract's routes; to be registered before them. */
export async function documentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Ventanilla',
        version: '1',
        description: 'Proveedor de evaluaciones de salud ocupacional.',
      },
    },
    transform,
  });
  app.get(DOCUMENT_PATH, { schema: { hide: true } }, async () => app.swagger());
}
