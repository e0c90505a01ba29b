import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';

/**
 * The app asks by fetch alone. A browser that opens an address of the API by itself, as a page, picture, frame or script, would show
 * what lies behind the lock (S26). Browsers of before 2023 do not say what they ask for: there the proof alone holds.
 * @throws navigation_forbidden
 */
export function refuseNavigation({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination = 'empty' } = headers;
  if (mode === 'navigate' || destination !== 'empty')
    throw new AppError('navigation_forbidden', 'Esta dirección solo la abre la aplicación.');
}
