import type { Verification } from '#contract/records/evaluation/verification.ts';
import type { VerificationOutcome } from '#domain/verification/verdict.ts';
import type { VerificationTone } from '#domain/verification/verdict-text.ts';
import { elementById, messageElement } from './elements.ts';

/** Shown document, with which a chosen file is compared; null while no document is shown. */
let shown: Verification | null = null;
/** File that the user chose last for the shown document. */
let chosen: File | null = null;

function comparable(verdict: VerificationOutcome): Verification | null {
  switch (verdict.type) {
    case 'valid':
    case 'unchecked':
    case 'ended':
      return verdict.document;
    // No comparison is offered for these verdicts, because a matching file would make the false document look genuine.
    case 'elsewhere':
    case 'forged':
    case 'unknown':
    case 'unconfirmed':
    case 'unavailable':
      return null;
  }
}

/** Offers the comparison of a PDF with the document of a verdict; null removes the offer while another check is running. */
export function offerFileComparison(verdict: VerificationOutcome | null): void {
  shown = verdict && comparable(verdict);
  chosen = null;
  elementById('compare').hidden = shown === null;
  elementById('compared').replaceChildren();
}

async function digestOf(file: File): Promise<string | null> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Even the longest concept has only a fraction of this size. */
const FILE_MAX_BYTES = 50_000_000;

async function compare(file: File): Promise<readonly [VerificationTone, string]> {
  if (file.size > FILE_MAX_BYTES)
    return ['bad', 'Ese archivo no puede ser el concepto: es demasiado grande.'];
  const { concept_sha256: expected = null, state } = shown ?? {};
  if (expected === null)
    return ['warn', 'La clínica todavía no ha entregado el concepto en PDF de esta versión.'];
  const digest = await digestOf(file);
  if (digest === null)
    return ['warn', 'Este navegador no puede comparar archivos aquí. Abre la página por https.'];
  if (digest !== expected)
    return ['bad', 'No es el concepto que emitió la clínica: es otro archivo, o alguien lo cambió.'];
  return state === 'vigente'
    ? ['ok', 'Es exactamente el concepto que emitió la clínica.']
    : ['warn', 'Es exactamente el concepto que emitió la clínica, pero ya no vale.'];
}

async function comparisonOf(file: File): Promise<readonly [VerificationTone, string]> {
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
  if (chosen === file) elementById('compared').replaceChildren(messageElement(...words));
}

export function listenForFiles(): void {
  const drop = elementById('drop');
  const input = elementById('file') as HTMLInputElement;
  input.addEventListener('change', () => {
    void showComparison(input.files?.[0]);
    // The reset lets the same file fire a change event again.
    input.value = '';
  });
  for (const type of ['dragover', 'dragleave', 'drop'] as const)
    drop.addEventListener(type, (event) => {
      event.preventDefault();
      drop.classList.toggle('over', type === 'dragover');
      if (type === 'drop') void showComparison(event.dataTransfer?.files[0]);
    });
  // A file dropped outside of the frame would be opened by the browser in place of this page.
  for (const type of ['dragover', 'drop'] as const)
    document.addEventListener(type, (event) => event.preventDefault());
}
