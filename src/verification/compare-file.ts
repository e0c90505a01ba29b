import type { Verification } from '#contract/records/evaluation/verification.ts';
import type { VerificationOutcome } from '#domain/verification/verdict.ts';
import type { VerificationTone } from '#domain/verification/verdict-text.ts';
import { elementById, createMessageElement } from './elements.ts';

/**
 * Verified document that the page shows. A file that the user chooses is compared with this document. Null while no document is
 * shown.
 */
let shownVerification: Verification | null = null;
let chosenFile: File | null = null;

function documentToCompare(verdict: VerificationOutcome): Verification | null {
  switch (verdict.type) {
    case 'valid':
    case 'unchecked':
    case 'ended':
      return verdict.document;
    // These verdicts offer no comparison, because a matching file would make a false document look genuine.
    case 'elsewhere':
    case 'forged':
    case 'unknown':
    case 'unconfirmed':
    case 'unavailable':
      return null;
  }
}

/** Offers to compare a PDF with the document of the verdict. Null removes the offer while another verification is running. */
export function resetFileComparison(verdict: VerificationOutcome | null): void {
  shownVerification = verdict && documentToCompare(verdict);
  chosenFile = null;
  elementById('compare').hidden = shownVerification === null;
  elementById('compared').replaceChildren();
}

async function computeFileSha256(file: File): Promise<string | null> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Maximum size of the chosen file, bytes; far more than the longest concept has. */
const FILE_MAX_BYTES = 50_000_000;

async function compareWithConcept(file: File): Promise<readonly [VerificationTone, string]> {
  if (file.size > FILE_MAX_BYTES)
    return ['bad', 'Ese archivo no puede ser el concepto: es demasiado grande.'];
  const { concept_sha256: expected = null, state } = shownVerification ?? {};
  if (expected === null)
    return ['warn', 'La clínica todavía no ha entregado el concepto en PDF de esta versión.'];
  const digest = await computeFileSha256(file);
  if (digest === null)
    return ['warn', 'Este navegador no puede comparar archivos aquí. Abre la página por https.'];
  if (digest !== expected)
    return ['bad', 'No es el concepto que emitió la clínica: es otro archivo, o alguien lo cambió.'];
  return state === 'vigente'
    ? ['ok', 'Es exactamente el concepto que emitió la clínica.']
    : ['warn', 'Es exactamente el concepto que emitió la clínica, pero ya no vale.'];
}

async function comparisonMessageOf(file: File): Promise<readonly [VerificationTone, string]> {
  try {
    return await compareWithConcept(file);
  } catch {
    return ['warn', 'No pudimos leer ese archivo. Elígelo de nuevo.'];
  }
}

async function showComparison(file: File | undefined): Promise<void> {
  if (!file) return;
  chosenFile = file;
  const words = await comparisonMessageOf(file);
  if (chosenFile === file) elementById('compared').replaceChildren(createMessageElement(...words));
}

export function listenForFiles(): void {
  const drop = elementById('drop');
  const input = elementById('file') as HTMLInputElement;
  input.addEventListener('change', () => {
    void showComparison(input.files?.[0]);
    // After the reset, the input fires a change event even when the user chooses the same file again.
    input.value = '';
  });
  for (const type of ['dragover', 'dragleave', 'drop'] as const)
    drop.addEventListener(type, (event) => {
      event.preventDefault();
      drop.classList.toggle('over', type === 'dragover');
      if (type === 'drop') void showComparison(event.dataTransfer?.files[0]);
    });
  // Without this, the browser would replace this page with a file that the user drops outside the frame.
  for (const type of ['dragover', 'drop'] as const)
    document.addEventListener(type, (event) => event.preventDefault());
}
