import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { createLazyGetter } from '#domain/text/lazily.ts';
import { SETUP_STEPS, setupProgress, type SetupStep } from '#domain/setup/steps.ts';
import { fetchAndStoreSetup, readStoredSetup } from '#sync/administration/setup.ts';
import type { Account } from '#sync/session/session.ts';
import { CardSurface } from '#ui/display/cards/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import './setup-card.css';

const REMAINING_STEP_TEXTS: Readonly<Record<SetupStep, string>> = {
  clinic: 'empresa y sede',
  logo: 'logo',
  types: 'tipos de evaluación',
  exams: 'exámenes',
  doctor: 'médico con su firma',
  people: 'invitar a tu equipo',
  registration: 'la primera persona',
};

const listFormat = createLazyGetter(() => new Intl.ListFormat('es-CO', { type: 'conjunction' }));

/** Returns the progress of the setup. Sends no request if this device knows that the setup is complete. */
async function readOrFetchSetupProgress(account: Account) {
  const kept = await readStoredSetup(account.userId);
  const known = kept.facts && setupProgress(kept.facts, kept.skipped);
  if (known?.next === null) return known;
  const { facts, skipped } = await fetchAndStoreSetup(account);
  return setupProgress(facts, skipped);
}

export function SetupCard({ account }: { account: Account }) {
  const { data: progress } = useQuery({
    queryKey: ['setup', account.userId, 'card'],
    queryFn: () => readOrFetchSetupProgress(account),
    staleTime: 0,
    refetchOnMount: 'always',
    retry: false,
  });
  if (!progress || progress.next === null) return null;
  const { left, settled } = progress;
  return (
    <CardSurface as="section" className="setup-card" aria-labelledby="setup-card">
      <span className="setup-card-mark">
        <Icon name="building" size={25} />
      </span>
      <div className="setup-card-words">
        <h2 id="setup-card">Pon en marcha tu clínica</h2>
        <p>
          {settled} de {SETUP_STEPS.length} pasos. Falta:{' '}
          {listFormat().format(left.map((step) => REMAINING_STEP_TEXTS[step]))}.
        </p>
      </div>
      <Button component={Link} to="/setup" variant="filled">
        {settled === 0 ? 'Empezar' : 'Seguir'}
      </Button>
    </CardSurface>
  );
}
