import { screen } from '@testing-library/react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import type { Permission } from '#contract/vocabulary.ts';
import { createAccount } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { AdminFrame } from './admin-frame.tsx';

const renderAdminFrame = (actions: Permission[], path = '/*') =>
  renderScreen(
    <Routes>
      <Route element={<Outlet context={createAccount(actions)} />}>
        <Route element={<AdminFrame />}>
          <Route path="*" element={<p>La pantalla</p>} />
        </Route>
      </Route>
    </Routes>,
    path,
  );
const getLinkTexts = () => screen.getAllByRole('link').map((link) => link.textContent);

it("P2.22 the sidebar shows only the entries that the user's permissions allow", () => {
  const { unmount } = renderAdminFrame(['user_management']);
  expect(screen.getByRole('navigation', { name: 'Administración' })).toBeTruthy();
  expect(getLinkTexts()).toEqual(['Usuarios', 'Sedes', 'Dispositivos', 'Actividad', 'Sistema']);
  expect(screen.getByText('La pantalla')).toBeTruthy();
  unmount();
  renderAdminFrame(['user_management', 'manage_catalogs']);
  expect(getLinkTexts()).toEqual(['Usuarios', 'Sedes', 'Dispositivos', 'Actividad', 'Sistema', 'Catálogos']);
});

it('P10.222 the sidebar as a row scrolls the active entry to the centre when the row is wider than the screen', () => {
  const wide = { offsetLeft: 400, offsetWidth: 80, clientWidth: 300 } as const;
  for (const [name, value] of Object.entries(wide))
    vi.spyOn(HTMLElement.prototype, name as 'offsetLeft', 'get').mockReturnValue(value);
  renderAdminFrame(['user_management'], '/admin/system');
  expect(screen.getByRole('navigation').scrollLeft).toBe(400 - (300 - 80) / 2);
  vi.restoreAllMocks();
});

it('P2.22 the administration screens show no sidebar to a user without administration permissions', () => {
  renderAdminFrame(['manage_evaluations']);
  expect(screen.queryByRole('navigation')).toBeNull();
});
