import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';

/**
 * Rejects requests that are not fetches of the app. An API address opened as a page, image, frame or script would show data
 * that the screen lock hides (S26). Browsers released before 2023 do not send the headers that are checked; with those
 * browsers, only the device proof protects the data.
 * @throws navigation_forbidden
 */
export function rejectNavigation({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination = 'empty' } = headers;
  if (mode === 'navigate' || destination !== 'empty')
    throw new AppError('navigation_forbidden', 'Esta dirección solo la abre la aplicación.');
}
