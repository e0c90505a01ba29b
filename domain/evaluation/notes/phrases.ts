import type { NoteType } from '#contract/vocabulary.ts';

/** What is written most often, to be written with one tap. The notes stay texts: nothing else is kept of it. */
export const PHRASES: Readonly<Partial<Record<NoteType, readonly string[]>>> = {
  concepto: ['Apto', 'Apto con recomendaciones', 'Apto con restricciones', 'Aplazado', 'No apto'],
  aptitud_tarea: ['No aplica'],
  restricciones: ['Sin restricciones'],
  recomendaciones: ['Sin recomendaciones'],
  habitos: ['Sin recomendaciones'],
  sve: ['No requiere'],
  manejo_eps_arp: ['No requiere'],
};

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').trim();

/** A phrase stands in a note as its first line, alone. */
export const hasPhrase = (text: string, phrase: string): boolean => firstLine(text) === phrase;

/** What a tap makes of the note: a phrase takes the place of another, goes when it is there, and never of what was typed. */
export function tapPhrase(type: NoteType, text: string, phrase: string): string {
  const rest = text.split('\n').slice(1).join('\n');
  if (hasPhrase(text, phrase)) return rest;
  const isOther = PHRASES[type]?.some((other) => hasPhrase(text, other)) ?? false;
  const kept = isOther ? rest : text;
  return kept.trim() === '' ? phrase : `${phrase}\n${kept}`;
}
