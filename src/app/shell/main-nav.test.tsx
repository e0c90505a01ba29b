import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import type { Account } from '#sync/session/session.ts';
import { MainNav } from './main-nav.tsx';

vi.mock('#components/connection/use-settled-query.ts', () => ({ useDelayedLiveQuery: () => 0 }));
vi.mock('./use-app-badge.ts', () => ({ useAppBadge: () => undefined }));

it('P10.336 the main menu marks the entry of reception as unavailable to a doctor, and keeps its accessible name', () => {
  const account = { userId: 'ana', actions: ['manage_evaluations'] } as unknown as Account;
  render(
    <MemoryRouter>
      <MainNav account={account} />
    </MemoryRouter>,
  );
  const descriptionOf = (name: string) => screen.getByRole('link', { name }).getAttribute('title');
  expect(descriptionOf('Registrar paciente')).toBe('Sin permiso');
  expect(descriptionOf('Evaluaciones')).toBeNull();
});
