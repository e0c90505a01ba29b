import type { Verification } from '#contract/records/evaluation/verification.ts';
import { VERDICT_LABELS } from '#contract/vocabulary.ts';
import type { SealedFacts } from '#domain/verification/seal.ts';
import { calendarDay } from '#domain/time/calendar.ts';
import { type CheckedDocument, type QrVerdict, saysTheSame } from '#sync/reads/verification.ts';
import type { NoticeKind } from '#ui/notices/notice.tsx';

export interface Said {
  readonly kind: NoticeKind;
  readonly text: string;
}

const ofState = ({ state, replaced_by: by }: Verification): Said => {
  switch (state) {
    case 'vigente':
      return { kind: 'ok', text: 'Documento auténtico y vigente.' };
    case 'reemplazada':
      return {
        kind: 'warn',
        text: `Documento auténtico, pero ya no vale: lo reemplazó ${by ? `el N.º ${by}` : 'una versión posterior'}.`,
      };
    case 'anulada':
      return {
        kind: 'error',
        text: 'Documento auténtico, pero anulado: la evaluación se reabrió y no se ha firmado de nuevo.',
      };
  }
};

const FORGED: Said = {
  kind: 'error',
  text: 'La firma del QR no es de tu clínica. Desconfía del papel, aunque el código exista.',
};

/** What the signature in the QR says; null where there is nothing to say. */
function ofQr(qr: QrVerdict, document: Verification | null): Said | null {
  switch (qr.type) {
    case 'none':
      return null;
    case 'forged':
      return FORGED;
    case 'unsupported':
      return { kind: 'warn', text: 'Este navegador no puede comprobar la firma del QR.' };
    case 'no_key':
      return {
        kind: 'warn',
        text: 'Este dispositivo no tiene todavía la llave de tu clínica para comprobar el QR. Abre Ventanilla con red una vez.',
      };
    case 'signed':
      if (document === null)
        return {
          kind: 'ok',
          text: 'El QR lo firmó tu clínica. Compara estos datos con los del papel.',
        };
      return saysTheSame(qr.facts, document)
        ? { kind: 'ok', text: 'La firma del QR es de tu clínica.' }
        : { kind: 'error', text: 'El QR dice otros datos que el servidor. Desconfía del papel.' };
  }
}

const isSigned = ({ qr }: CheckedDocument): boolean => qr.type === 'signed';

function ofProvider(checked: CheckedDocument): Said | null {
  const { provider } = checked;
  switch (provider.type) {
    case 'found':
      return ofState(provider.document);
    case 'unknown':
      return {
        kind: 'error',
        text: 'El servidor no tiene ningún documento con ese código. Revísalo letra por letra.',
      };
    case 'limited':
      return { kind: 'warn', text: 'Hubo demasiadas consultas desde aquí. Espera cinco minutos.' };
    case 'away':
      return isSigned(checked)
        ? { kind: 'info', text: 'Sin red no se sabe si después lo reemplazó otro o lo anularon.' }
        : {
            kind: 'warn',
            text: 'Sin red solo se puede comprobar el QR. Léelo con un lector, o escribe el código cuando haya red.',
          };
  }
}

const ofHost = ({ strangeHost: host }: CheckedDocument): Said | null =>
  host === null
    ? null
    : {
        kind: 'error',
        text: `El QR lleva a ${host}, que no es la dirección de tu clínica. No abras esa página.`,
      };

/** What is said of a document, the gravest first. */
export function wordsFor(checked: CheckedDocument): Said[] {
  const { provider, qr } = checked;
  const document = provider.type === 'found' ? provider.document : null;
  const said = [ofProvider(checked), ofQr(qr, document), ofHost(checked)].filter((word) => word !== null);
  const isGrave = ({ kind }: Said) => kind === 'error';
  return [...said.filter(isGrave), ...said.filter((word) => !isGrave(word))];
}

export type Row = readonly [label: string, value: string];

const ofFacts = (facts: SealedFacts): Row[] => [
  ['Número', facts.number],
  ['Fecha', calendarDay(facts.day) ?? facts.day],
  ['Concepto', VERDICT_LABELS[facts.verdict]],
  ['Documento de identidad', `termina en ${facts.ending}`],
  ['Huella', facts.fingerprint],
];

const ofDocument = (document: Verification): Row[] => [
  ['Número', document.number],
  ['Fecha', calendarDay(document.closed_on) ?? document.closed_on],
  ['Concepto', VERDICT_LABELS[document.verdict]],
  ['Tipo de evaluación', document.evaluation_type],
  ['Empresa', document.company],
  ['Trabajador', document.patient],
  ['Documento de identidad', `termina en ${document.document_ending}`],
  ['Huella', document.fingerprint],
];

/** To be compared with the paper; of a QR that is not the clinic's nothing is repeated. */
export function rowsFor({ provider, qr }: CheckedDocument): Row[] {
  if (provider.type === 'found') return ofDocument(provider.document);
  return qr.type === 'signed' ? ofFacts(qr.facts) : [];
}
