import type { Verification } from '#contract/records/evaluation/verification.ts';
import { type DocumentState, VERDICT_LABELS } from '#contract/vocabulary.ts';
import { calendarDay } from '#domain/time/calendar.ts';
import { readCode, shownCode } from '#domain/verification/code.ts';
import type { SealedFacts } from '#domain/verification/seal.ts';
import { BEFORE_CHOICE, isOfDocument, rowsOfDocument } from '#domain/verification/shown.ts';
import { type Answer, askFor, keyOfClinic } from './ask-clinic.ts';
import { type SealVerdict, verifySeal } from './verify-seal.ts';

type Tone = 'ok' | 'warn' | 'bad';
/** `no_key`: the clinic's did not come. */
type Seal = SealVerdict | { readonly type: 'no_key' };

const TRY_AGAIN = 'No pudimos consultar a la clínica. Revisa tu conexión e intenta de nuevo.';

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
  className = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}
const byId = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
};
const said = (tone: Tone, text: string): HTMLElement => {
  const line = element('p', '', `said ${tone}`);
  // One child beside the mark: the text wraps under itself.
  line.append(element('span', text));
  return line;
};

async function sealOf(code: string, fragment: string): Promise<Seal> {
  if (fragment.length < 2) return { type: 'none' };
  const key = await keyOfClinic();
  if (key === null) return { type: 'no_key' };
  try {
    return await verifySeal(code, fragment, key);
  } catch (error) {
    reportError(error);
    return { type: 'unsupported' };
  }
}

const STATES: Record<DocumentState, (replacedBy: string | null) => readonly [Tone, string]> = {
  vigente: () => ['ok', 'Documento auténtico y vigente.'],
  reemplazada: (by) => [
    'warn',
    `Documento auténtico, pero ya no vale: lo reemplazó ${by ? `el N.º ${by}` : 'una versión posterior'}.`,
  ],
  anulada: () => ['bad', 'Documento auténtico, pero anulado: la clínica lo reabrió y no ha firmado otro.'],
};

function factsOf(document: Verification): HTMLElement {
  const list = element('dl');
  for (const [label, value] of [...rowsOfDocument(document), ['Código', document.code] as const]) {
    const row = element('div');
    row.append(element('dt', label), element('dd', value));
    list.append(row);
  }
  return list;
}

const SIGNED = 'La firma del código QR es de esta clínica.';
const FORGED = 'La firma del código QR no es de esta clínica. Desconfía del papel aunque el código exista.';

function sealWords(seal: Seal, document: Verification): readonly [Tone, string] | null {
  switch (seal.type) {
    case 'none':
      return null;
    case 'no_key':
      return [
        'warn',
        'No llegó la llave de la clínica para comprobar la firma del código QR. Intenta de nuevo.',
      ];
    case 'unsupported':
      return [
        'warn',
        'Este navegador no pudo comprobar la firma del código QR. Compara los datos de arriba.',
      ];
    case 'forged':
      return ['bad', FORGED];
    case 'signed':
      return isOfDocument(seal.facts, document)
        ? ['ok', SIGNED]
        : ['bad', 'El código QR dice otros datos que la clínica. Desconfía del papel.'];
  }
}

/** What is shown of a document; what was chosen to compare is of the one before. */
let shown: Verification | null = null;
/** The file that was chosen last for what is shown. */
let chosen: File | null = null;
/** How often somebody asked: what comes for an earlier code is not shown. */
let asked = 0;

function showDocument(document: Verification, seal: Seal): void {
  shown = document;
  const card = element('div', '', 'card');
  card.append(factsOf(document));
  const words = sealWords(seal, document);
  const ofSeal = words ? [said(...words)] : [];
  const isDistrusted = words?.[0] === 'bad';
  // A phone shows the first line only.
  byId('answer').replaceChildren(
    ...(isDistrusted ? ofSeal : []),
    said(...STATES[document.state](document.replaced_by)),
    ...(document.predates_choice ? [said('warn', BEFORE_CHOICE)] : []),
    card,
    ...(isDistrusted ? [] : ofSeal),
  );
  byId('compare').hidden = false;
}

/** Returns what a QR states, to be compared with the paper while the clinic cannot be asked. */
function factsOfQr(facts: SealedFacts): string {
  const { number, day: closedOn, ending } = facts;
  const patient = facts.version === 2 ? `, de ${facts.patient}` : '';
  const verdict = facts.version === 2 ? `. Concepto: ${VERDICT_LABELS[facts.verdict]}` : '';
  const document = ending === '' ? '' : `, documento de identidad terminado en ${ending}`;
  return `N.º ${number}, del ${calendarDay(closedOn) ?? closedOn}${patient}${document}${verdict}. Compáralo con el papel.`;
}

/** Returns the lines about a QR while the clinic did not respond; none without the clinic's key. */
function sealAlone(seal: Seal): readonly (readonly [Tone, string])[] {
  switch (seal.type) {
    case 'none':
    case 'no_key':
    case 'unsupported':
      return [];
    case 'forged':
      return [['bad', FORGED]];
    case 'signed':
      return [
        ['warn', `${SIGNED} Dice: ${factsOfQr(seal.facts)} Si todavía vale, solo lo sabe la clínica.`],
        ...(seal.facts.version === 1 ? [['warn', BEFORE_CHOICE] as const] : []),
      ];
  }
}

const REFUSED: Record<Exclude<Answer['type'], 'found'>, readonly [Tone, string]> = {
  unknown: ['bad', 'No hay ningún documento con ese código. Revísalo letra por letra.'],
  limited: ['warn', 'Hubo demasiadas consultas desde aquí. Espera cinco minutos e intenta de nuevo.'],
  away: ['warn', TRY_AGAIN],
};

async function verify(typed: string): Promise<void> {
  asked += 1;
  const turn = asked;
  shown = null;
  chosen = null;
  byId('compare').hidden = true;
  byId('compared').replaceChildren();
  byId('answer').replaceChildren(element('p', 'Consultando a la clínica…', 'hint'));
  const code = readCode(typed);
  const [answer, seal] = await Promise.all([
    askFor(code ?? typed.slice(0, 40)),
    sealOf(code ?? '', location.hash),
  ]);
  if (turn !== asked) return;
  if (answer.type === 'found') return showDocument(answer.document, seal);
  // A seal over a code that nothing has would only make the false paper look better.
  const lines = answer.type === 'unknown' ? [] : sealAlone(seal);
  byId('answer').replaceChildren(said(...REFUSED[answer.type]), ...lines.map((line) => said(...line)));
}

async function digestOf(file: File): Promise<string | null> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The longest concept has a fraction of it. */
const FILE_MAX_BYTES = 50_000_000;

async function compare(file: File): Promise<readonly [Tone, string]> {
  if (file.size > FILE_MAX_BYTES)
    return ['bad', 'Ese archivo no puede ser el concepto: es demasiado grande.'];
  const expected = shown?.concept_sha256;
  if (!expected) return ['warn', 'La clínica todavía no ha entregado el concepto en PDF de esta versión.'];
  const digest = await digestOf(file);
  if (digest === null)
    return ['warn', 'Este navegador no puede comparar archivos aquí. Abre la página por https.'];
  return digest === expected
    ? ['ok', 'Es exactamente el concepto que emitió la clínica.']
    : ['bad', 'No es el concepto que emitió la clínica: es otro archivo, o alguien lo cambió.'];
}

async function comparisonOf(file: File): Promise<readonly [Tone, string]> {
  try {
    return await compare(file);
  } catch {
    return ['warn', 'No pudimos leer ese archivo. Elígelo de nuevo.'];
  }
}

async function showComparison(file: File | undefined): Promise<void> {
  if (!file) return;
  chosen = file;
  const words = await comparisonOf(file);
  if (chosen === file) byId('compared').replaceChildren(said(...words));
}

function listenForFiles(): void {
  const drop = byId('drop');
  const input = byId('file') as HTMLInputElement;
  input.addEventListener('change', () => {
    void showComparison(input.files?.[0]);
    // The same file may be chosen again.
    input.value = '';
  });
  for (const type of ['dragover', 'dragleave', 'drop'] as const)
    drop.addEventListener(type, (event) => {
      event.preventDefault();
      drop.classList.toggle('over', type === 'dragover');
      if (type === 'drop') void showComparison(event.dataTransfer?.files[0]);
    });
  // Beside the frame a dropped file would be opened in place of the page.
  for (const type of ['dragover', 'drop'] as const)
    document.addEventListener(type, (event) => event.preventDefault());
}

function codeOfAddress(): string {
  try {
    return decodeURIComponent(location.pathname.split('/')[2] ?? '');
  } catch {
    return '';
  }
}

function begin(): void {
  byId('host').textContent = location.host;
  const input = byId('code') as HTMLInputElement;
  const ofAddress = codeOfAddress();
  const code = readCode(ofAddress);
  input.value = code ? shownCode(code) : ofAddress.slice(0, 40);
  byId('form').addEventListener('submit', (event) => {
    event.preventDefault();
    const typed = input.value.trim();
    if (typed === '') return input.focus();
    // What the QR said belongs to the code that it came with.
    history.replaceState(null, '', `/v/${encodeURIComponent(readCode(typed) ?? typed)}`);
    void verify(typed);
  });
  listenForFiles();
  if (input.value !== '') void verify(input.value);
}

begin();
