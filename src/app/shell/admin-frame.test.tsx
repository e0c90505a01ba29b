import { screen } from '@testing-library/react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Permission } from '#contract/vocabulary.ts';
import { account } from '#tests/support/screens/render-reading.tsx';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { AdminFrame } from './admin-frame.tsx';

const show = (actions: Permission[]) =>
  renderScreen(
    <Routes>
      <Route element={<Outlet context={account(actions)} />}>
        <Route element={<AdminFrame />}>
          <Route path="*" element={<p>La pantalla</p>} />
        </Route>
      </Route>
    </Routes>,
    '/*',
  );
const links = () => screen.getAllByRole('link').map((link) => link.textContent);

it('P2.22 the sidebar of administration shows what the permissions allow, beside the screen', () => {
  const { unmount } = show(['user_management']);
  expect(screen.getByRole('navigation', { name: 'Administración' })).toBeTruthy();
  expect(links()).toEqual(['Usuarios', 'Sedes', 'Dispositivos', 'Actividad', 'Sistema']);
  expect(screen.getByText('La pantalla')).toBeTruthy();
  unmount();
  show(['user_management', 'manage_catalogs']);
  expect(links()).toEqual(['Usuarios', 'Sedes', 'Dispositivos', 'Actividad', 'Sistema', 'Catálogos']);
});

it('P2.22 who may administer nothing sees no sidebar', () => {
  show(['manage_evaluations']);
  expect(screen.queryByRole('navigation')).toBeNull();
});
