import type { FastifyInstance } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { AppError } from '../../base/errors.ts';

/**
 * Maximum length in characters of each header; sufficient for every accepted value. Headers not listed here are limited where
 * they are read.
 */
const MAX_HEADER_LENGTHS: Readonly<Record<string, number>> = {
  'if-match': 1_000,
  'if-none-match': 4_000,
  [HEADER.contentDigest]: 200,
  [HEADER.consent]: 200,
  [HEADER.capturedAt]: 100,
  [HEADER.capturedBy]: 100,
  [HEADER.captureId]: 100,
  [HEADER.branchId]: 100,
  [HEADER.signatureStatement]: 4_000,
};

/** Rejects a header that exceeds its maximum length before any code matches or parses it. */
export function rejectLongHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    for (const [name, longest] of Object.entries(MAX_HEADER_LENGTHS))
      if (String(headers[name] ?? '').length > longest)
        throw new AppError('malformed_request', 'No pudimos leer la solicitud.');
  });
}
