import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';

export interface AppDependencies {
  readonly pool: pg.Pool;
  /** Folder of the pictures; made when it is not there. */
  readonly filesDir: string;
  /** Folder of the built app, or null to serve the API alone. */
  readonly staticDir: string | null;
  /** The address people use, when a proxy stands before this program. */
  readonly publicUrl: URL | null;
  /** False for silence, or Fastify's logger options. */
  readonly logger: boolean | object;
  readonly clock?: () => Date;
}

/** The provider of /api/v1 and of the built app; listens nowhere yet. */
export async function buildApp(deps: AppDependencies): Promise<FastifyInstance> {
  return Fastify({ logger: deps.logger });
}
