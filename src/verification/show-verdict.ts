import type { ShownRow } from '#domain/verification/shown.ts';
import type { Verdict } from '#domain/verification/verdict.ts';
import {
  CLINIC_UNREACHABLE,
  type ShownData,
  type VerdictVoice,
  textOfVerdict,
} from '#domain/verification/verdict-text.ts';
import { byId, element, messageElement } from './elements.ts';

const VOICE: VerdictVoice = {
  clinic: 'esta clínica',
  noKey: 'no llegó la llave de la clínica. Intenta de nuevo.',
  away: { none: CLINIC_UNREACHABLE, no_key: CLINIC_UNREACHABLE, unsupported: CLINIC_UNREACHABLE },
};

function listOf(rows: readonly ShownRow[], className: string): HTMLElement {
  const list = element('dl', '', className);
  for (const [label, value] of rows) {
    const row = element('div');
    row.append(element('dt', label), element('dd', value));
    list.append(row);
  }
  return list;
}

/** Returns a line that breaks only between its parts: a licence number is compared letter by letter. */
function issuerOf(parts: readonly string[]): HTMLElement {
  const line = element('p', '', 'issuer');
  for (const [at, part] of parts.entries())
    line.append(element('span', at < parts.length - 1 ? `${part} ·` : part), ' ');
  return line;
}

/**
 * Returns heading and card. If the paper stated none of these data, the heading is outside of the card and covers issuer and
 * doctor, too.
 */
function dataParts({ heading, isToCompare, issuer, rows, more }: ShownData): HTMLElement[] {
  const title = element('h2', heading);
  const card = element('div', '', 'card');
  card.append(
    ...issuer.map(issuerOf),
    ...(isToCompare ? [title] : []),
    listOf(rows, 'rows'),
    ...(more.length > 0 ? [listOf(more, 'more')] : []),
  );
  return isToCompare ? [card] : [title, card];
}

export function showVerdict(verdict: Verdict): void {
  const { tone, text, notes, data, remark } = textOfVerdict(verdict, VOICE);
  byId('answer').replaceChildren(
    messageElement(tone, text),
    ...notes.map((note) => element('p', note, 'hint')),
    ...(data ? dataParts(data) : []),
    ...(remark === null ? [] : [element('p', remark, 'hint')]),
  );
}
