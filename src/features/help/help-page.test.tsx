import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { HelpPage } from './help-page.tsx';

it('P10.38 help says how to register, what the states mean, and what to do without network, at the lock and in trouble', () => {
  renderScreen(<HelpPage />, '/help');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Registrar a una persona',
    'Qué dice cada estado',
    'Sin red',
    'Bloqueo y PIN',
    'Poner Ventanilla en la pantalla de inicio',
    'Si algo no sale',
  ]);
});
