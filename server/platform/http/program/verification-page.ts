import type { FastifyInstance } from 'fastify';
import parts from 'page:src/verification/page.ts';
import { buildPublicPage, servePublicPage } from './public-page.ts';

const verificationPage = buildPublicPage(parts);

/**
 * Serves the page on which the holder of a printed document verifies it (docs/decisions/0026). The page is the same for every
 * code; its script requests the data of the code.
 */
export const serveVerificationPage = (app: FastifyInstance): void =>
  servePublicPage(app, ['/v', '/v/', '/v/:code'], verificationPage);
