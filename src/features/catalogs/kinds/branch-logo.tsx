import type { Branch } from '#contract/branches.ts';
import { LOGO_TYPES } from '#contract/limits.ts';
import { failureText } from '#sync/words/failure-text.ts';
import {
  COULD_NOT_LOAD_LOGO,
  LOGO_HINT,
  changeLogo,
  dropLogo,
  type LogoOutcome,
} from '#sync/changes/logo-change.ts';
import { fetchLogo } from '#sync/changes/logo.ts';
import { Card } from '#ui/display/card.tsx';
import { LogoField } from '#components/logo-field.tsx';
import { toast } from '#ui/notices/toast.ts';
import { usePicture } from '#ui/display/use-picture.ts';
import type { PictureProps } from '../description.ts';

const TOO_LARGE = 'El archivo supera el tamaño máximo permitido de 250 KB.';
const SAVE_FIRST = 'Guarda la sede antes de cargar un logo.';
const SAVE_BEFORE_REMOVING = 'Guarda la sede antes de eliminar el logo.';

/** What the branch's people see in the top bar, and patients on paper. It needs a branch that is saved (P5). */
export function BranchLogo({ item: branch, ownerId, barrier, onSaved }: PictureProps<Branch>) {
  const id = branch?.id ?? '';
  const owner = { type: 'branch', id } as const;
  const state = usePicture({
    queryKey: ['branch-logo', ownerId, id, branch?.logo_hash],
    exists: branch?.has_logo ?? false,
    fetch: () => fetchLogo(owner),
    textOf: (error) => failureText(error, COULD_NOT_LOAD_LOGO),
  });
  const settle = (outcome: LogoOutcome): string | null => {
    if (outcome.type === 'failed') return outcome.text;
    onSaved(outcome.branch);
    toast('ok', outcome.text);
    return null;
  };
  return (
    <Card title="Logo">
      <LogoField
        state={state}
        name={branch ? `Logo de ${branch.name}` : 'Logo de la sede'}
        accept={LOGO_TYPES}
        hint={LOGO_HINT}
        removal="La barra superior y los documentos que se generen desde ahora saldrán sin logo. Los ya generados conservan el suyo."
        locked={branch ? (barrier ?? undefined) : SAVE_FIRST}
        removalLocked={branch ? undefined : SAVE_BEFORE_REMOVING}
        onPick={async (file) => (branch ? settle(await changeLogo(owner, file, TOO_LARGE)) : SAVE_FIRST)}
        onRemove={async () => (branch ? settle(await dropLogo(owner)) : SAVE_BEFORE_REMOVING)}
      />
    </Card>
  );
}
