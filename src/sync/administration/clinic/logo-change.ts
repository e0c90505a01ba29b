import type { Branch } from '#contract/catalogs/branches.ts';
import { saveFailureOf } from '../../messages/failure-text.ts';
import { formatRejectionWithDetails } from '../../messages/rejection-text.ts';
import { readLogoFile, removeLogo, setLogo, type LogoTarget, type LogoProblem } from './logo.ts';
import type { SaveResult } from '../../requests/saving.ts';

export type LogoChangeOutcome =
  | { readonly type: 'saved'; readonly branch: Branch; readonly text: string }
  | { readonly type: 'failed'; readonly text: string };

export const LOGO_LOAD_FAILED_TEXT = 'No se pudo cargar el logo actual.';
export const LOGO_HINT_TEXT = 'PNG, JPEG o SVG de hasta 250 KB. Mejor horizontal y con fondo blanco.';

const LOGO_TOO_LARGE_TEXTS: Record<LogoTarget['type'], string> = {
  own: 'El archivo supera el límite de 250 KB.',
  branch: 'El archivo supera el tamaño máximo permitido de 250 KB.',
};
const LOGO_PROBLEM_TEXTS: Record<Exclude<LogoProblem, 'too_large'>, string> = {
  not_allowed: 'El logo debe ser una imagen PNG, JPEG o SVG.',
  empty: 'El archivo está vacío. Elige otro.',
  unreadable: 'No pudimos leer el archivo. Elígelo de nuevo.',
};

function toLogoOutcome(result: SaveResult<Branch>, text: string, fallback: string): LogoChangeOutcome {
  return result.type === 'saved'
    ? { type: 'saved', branch: result.body, text }
    : { type: 'failed', text: formatRejectionWithDetails(saveFailureOf(result, fallback)) };
}

/** Sets the logo from a file. */
export async function changeLogo(owner: LogoTarget, file: File): Promise<LogoChangeOutcome> {
  const read = await readLogoFile(file);
  if (read.type === 'problem')
    return {
      type: 'failed',
      text:
        read.problem === 'too_large' ? LOGO_TOO_LARGE_TEXTS[owner.type] : LOGO_PROBLEM_TEXTS[read.problem],
    };
  const result = await setLogo(owner, read.file);
  return toLogoOutcome(result, 'Logo actualizado correctamente.', 'No se pudo actualizar el logo.');
}

export const removeLogoWithMessage = async (owner: LogoTarget): Promise<LogoChangeOutcome> =>
  toLogoOutcome(await removeLogo(owner), 'Logo eliminado correctamente.', 'No se pudo eliminar el logo.');
