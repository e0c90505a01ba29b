import type { Statement } from '../statement.ts';

/** Audited requirements of P8 (base contract) on the messages that the app shows after failures. */
export const statements = [
  { id: 'texts-1', section: 'P8', says: "A body's message is shown" },
  { id: 'texts-2', section: 'P8', says: "A body's error is shown where there is no message" },
  { id: 'texts-3', section: 'P8', says: 'Without both the status text is shown' },
  { id: 'texts-4', section: 'P8', says: "Without any of them it is the screen's own sentence" },
  {
    id: 'texts-5',
    section: 'P8',
    says: "The figures failed: 'No se pudieron cargar las métricas del dashboard.' with a way to try again",
  },
  { id: 'texts-6', section: 'P8', says: "A lookup's 404 is nobody, not an error" },
] as const satisfies readonly Statement[];
