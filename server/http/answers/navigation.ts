import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';

/**
 * Refuses what is not a fetch of the app. An address of the API that is opened as a page, picture, frame or script would show
 * what lies behind the lock (S26). Browsers from before 2023 do not say what they ask for: there the proof alone protects.
 * @throws navigation_forbidden
 */
export function refuseNavigation({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination = 'empty' } = headers;
  if (mode === 'navigate' || destination !== 'empty')
    throw new AppError('navigation_forbidden', 'Esta dirección solo la abre la aplicación.');
}
