import type { Verification } from '#contract/records/evaluation/verification.ts';
import {
  BEFORE_CHOICE,
  type ShownRow,
  isOfDocument,
  rowsOfDocument,
  rowsOfQr,
} from '#domain/verification/shown.ts';
import type { CheckedDocument, QrVerdict } from '#sync/reads/verification.ts';
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
          text:
            qr.facts.version === 2
              ? `El QR lo firmó tu clínica, para ${qr.facts.patient}. Compara el nombre y los demás datos con los del papel.`
              : 'El QR lo firmó tu clínica. No trae el nombre del trabajador: compara los demás datos con los del papel.',
        };
      return isOfDocument(qr.facts, document)
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

/** Null where the class is the doctor's choice, or nothing genuine states one. */
function ofChoice({ provider, qr }: CheckedDocument): Said | null {
  const isBefore =
    provider.type === 'found'
      ? provider.document.predates_choice
      : qr.type === 'signed' && qr.facts.version === 1;
  return isBefore ? { kind: 'info', text: BEFORE_CHOICE } : null;
}

/** Returns the notices about a document, the gravest first. */
export function wordsFor(checked: CheckedDocument): Said[] {
  const { provider, qr } = checked;
  const document = provider.type === 'found' ? provider.document : null;
  const said = [ofProvider(checked), ofQr(qr, document), ofHost(checked), ofChoice(checked)].filter(
    (word) => word !== null,
  );
  const isGrave = ({ kind }: Said) => kind === 'error';
  return [...said.filter(isGrave), ...said.filter((word) => !isGrave(word))];
}

/** Returns the rows to compare with the paper; a QR of another clinic contributes none. */
export function rowsFor({ provider, qr }: CheckedDocument): ShownRow[] {
  if (provider.type === 'found') return rowsOfDocument(provider.document);
  return qr.type === 'signed' ? rowsOfQr(qr.facts) : [];
}
