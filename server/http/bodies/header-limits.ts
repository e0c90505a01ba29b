import type { FastifyInstance } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { AppError } from '../../base/errors.ts';

/** Room for any form that we read; characters. The others are bounded where they are read. */
const LONGEST: Readonly<Record<string, number>> = {
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

/** A header that is longer than what it may say is refused before a pattern looks at it, or it is taken apart. */
export function refuseLongHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    for (const [name, longest] of Object.entries(LONGEST))
      if (String(headers[name] ?? '').length > longest)
        throw new AppError('malformed_request', 'No pudimos leer la solicitud.');
  });
}
