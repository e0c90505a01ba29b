import type { VerificationRow } from '#domain/verification/shown.ts';
import type { VerificationOutcome } from '#domain/verification/verdict.ts';
import {
  CLINIC_NOT_REACHED_TEXT,
  type VerificationData,
  type VerificationWording,
  verificationMessage,
} from '#domain/verification/verdict-text.ts';
import { elementById, createElement, createMessageElement } from './elements.ts';

const PUBLIC_WORDING: VerificationWording = {
  clinic: 'esta clínica',
  noKey: 'no llegó la llave de la clínica. Intenta de nuevo.',
  away: {
    none: CLINIC_NOT_REACHED_TEXT,
    no_key: CLINIC_NOT_REACHED_TEXT,
    unsupported: CLINIC_NOT_REACHED_TEXT,
  },
};

function createDataList(rows: readonly VerificationRow[], className: string): HTMLElement {
  const list = createElement('dl', '', className);
  for (const [label, value] of rows) {
    const row = createElement('div');
    row.append(createElement('dt', label), createElement('dd', value));
    list.append(row);
  }
  return list;
}

/** Returns a line that wraps only between its parts, because users compare a licence number letter by letter. */
function createIssuerLine(parts: readonly string[]): HTMLElement {
  const line = createElement('p', '', 'issuer');
  for (const [at, part] of parts.entries())
    line.append(createElement('span', at < parts.length - 1 ? `${part} ·` : part), ' ');
  return line;
}

/**
 * Returns heading and card. If the user must compare the data with the printed document, the heading is inside the card,
 * between issuer and rows; otherwise it is above the card.
 */
function createDataElements({ heading, isToCompare, issuer, rows, more }: VerificationData): HTMLElement[] {
  const title = createElement('h2', heading);
  const card = createElement('div', '', 'card');
  card.append(
    ...issuer.map(createIssuerLine),
    ...(isToCompare ? [title] : []),
    createDataList(rows, 'rows'),
    ...(more.length > 0 ? [createDataList(more, 'more')] : []),
  );
  return isToCompare ? [card] : [title, card];
}

export function showVerificationOutcome(verdict: VerificationOutcome): void {
  const { tone, text, notes, data, remark } = verificationMessage(verdict, PUBLIC_WORDING);
  elementById('answer').replaceChildren(
    createMessageElement(tone, text),
    ...notes.map((note) => createElement('p', note, 'hint')),
    ...(data ? createDataElements(data) : []),
    ...(remark === null ? [] : [createElement('p', remark, 'hint')]),
  );
}
