import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { GuidePage } from './guide-page.tsx';

it('P10.104 the guide page has a section for each role, with links to the sections', () => {
  renderScreen(<GuidePage />, '/help/guide');
  const parts = ['Recepción', 'Médico', 'Administración'];
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(parts);
  for (const part of parts) {
    const to = screen.getByRole('link', { name: part }).getAttribute('href') ?? '';
    expect(document.getElementById(to.slice(1))?.textContent).toBe(part);
  }
});

it('P10.104 the guide page shows the description of an image in its place when the image cannot be loaded', () => {
  renderScreen(<GuidePage />, '/help/guide');
  const picture = screen.getByRole('img', { name: 'Pantalla para iniciar sesión' });
  fireEvent.error(picture);
  expect(screen.getByText('Pantalla para iniciar sesión (la imagen se ve con red)')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Entrar' })).toBeTruthy();
});
