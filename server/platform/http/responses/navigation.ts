import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';

/**
 * Rejects requests that the app did not make with fetch. An API address that a browser opens as page, image, frame or script
 * would show data that the screen lock hides (S26). Browsers from before 2023 do not send the checked headers; for them only
 * the device proof protects the data.
 * @throws navigation_forbidden
 */
export function rejectNonFetchRequest({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination = 'empty' } = headers;
  if (mode === 'navigate' || destination !== 'empty')
    throw new AppError('navigation_forbidden', 'Esta dirección solo la abre la aplicación.');
}
