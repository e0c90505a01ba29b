import { useQuery } from '@tanstack/react-query';
import type { Branch } from '#contract/branches.ts';
import { LOGO_TYPES } from '#contract/limits.ts';
import { failureText, troubleOf } from '#sync/failure-text.ts';
import { fetchLogo, readLogo, removeLogo, setLogo, type LogoProblem } from '#sync/logo.ts';
import type { SaveResult } from '#sync/saving.ts';
import { Card } from '#ui/card.tsx';
import { LogoField, type LogoState } from '#ui/logo-field.tsx';
import { toast } from '#ui/toast.ts';

const OWN = { type: 'own' } as const;
const COULD_NOT_LOAD = 'No se pudo cargar el logo actual.';
const PROBLEMS: Record<LogoProblem, string> = {
  too_large: 'El archivo supera el límite de 250 KB.',
  not_allowed: 'El logo debe ser una imagen PNG, JPEG o SVG.',
  empty: 'El archivo está vacío. Elige otro.',
  unreadable: 'No pudimos leer el archivo. Elígelo de nuevo.',
};

/** The picture that the branch's hash names; another hash is another picture. */
export function useLogo(ownerId: string, branch: Branch): LogoState {
  const { data, error, refetch } = useQuery({
    queryKey: ['own-logo', ownerId, branch.id, branch.logo_hash],
    queryFn: () => fetchLogo(OWN),
    enabled: branch.has_logo,
    staleTime: Infinity,
  });
  if (!branch.has_logo) return { name: 'none' };
  if (data) return { name: 'present', picture: data };
  if (!error) return { name: 'loading' };
  return { name: 'failed', text: failureText(error, COULD_NOT_LOAD), retry: () => void refetch() };
}

interface BranchLogoProps {
  branch: Branch;
  logo: LogoState;
  mayChange: boolean;
  onSaved: (branch: Branch) => void;
}

export function BranchLogo({ branch, logo, mayChange, onSaved }: BranchLogoProps) {
  const settle = (result: SaveResult<Branch>, success: string, fallback: string): string | null => {
    if (result.type === 'saved') {
      onSaved(result.body);
      toast('ok', success);
    }
    return troubleOf(result, fallback)?.text ?? null;
  };
  const pick = async (file: File) => {
    const read = await readLogo(file);
    if (read.type === 'problem') return PROBLEMS[read.problem];
    const result = await setLogo(OWN, read.file);
    return settle(result, 'Logo actualizado correctamente.', 'No se pudo actualizar el logo.');
  };
  const remove = async () =>
    settle(await removeLogo(OWN), 'Logo eliminado correctamente.', 'No se pudo eliminar el logo.');
  return (
    <Card title="Logo">
      <LogoField
        state={logo}
        name={`Logo de ${branch.name}`}
        accept={LOGO_TYPES}
        hint="PNG, JPEG o SVG de hasta 250 KB. Mejor horizontal y con fondo blanco."
        removal="La barra superior y los documentos que se generen desde ahora saldrán sin logo. Los ya generados conservan el suyo."
        readOnly={!mayChange}
        onPick={pick}
        onRemove={remove}
      />
    </Card>
  );
}
