import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { HelpPage } from './help-page.tsx';

it('P10.38 the help page explains registration, statuses, offline use, the lock and what to do about problems', () => {
  renderScreen(<HelpPage />, '/help');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Registrar a una persona',
    'En el mostrador',
    'Qué dice cada estado',
    'Sin red',
    'Bloqueo y PIN',
    'La lista de hoy, con el teclado',
    'Saber si un documento es de la clínica',
    'Poner Ventanilla en la pantalla de inicio',
    'Si algo no sale',
  ]);
});

it.each([/«Dejar en espera»/, /turno, como B-14/, /nombres pegados/])(
  'P10.95 the help page explains the work at reception: %s',
  (words) => {
    renderScreen(<HelpPage />, '/help');
    expect(screen.getByText(words)).toBeTruthy();
  },
);

it("P10.184 the help page lists the keys for today's list and for signing", () => {
  renderScreen(<HelpPage />, '/help');
  expect(screen.getByText(/flechas, o J y K, .* con Enter/)).toBeTruthy();
  expect(screen.getByText(/Ctrl y Enter .* a la firma/)).toBeTruthy();
});

it('P10.104 the help page links to the complete guide', () => {
  renderScreen(<HelpPage />, '/help');
  expect(screen.getByRole('link', { name: 'Guía completa' }).getAttribute('href')).toBe('/help/guide');
});
