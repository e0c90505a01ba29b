import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Account } from '#sync/session/session.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { SessionBanner } from './session-banner.tsx';

const connectionStateMock = vi.hoisted(() => ({ link: 'down' }));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve({ name: connectionStateMock.link }),
}));
vi.mock('../kit/load-sign-in.ts', () => ({ loadSignInCode: vi.fn() }));
vi.mock('dexie-react-hooks', () => ({ useLiveQuery: () => ({ name: connectionStateMock.link }) }));

const renderSessionBanner = (gate: Account['gate']) =>
  renderScreen(
    <SessionBanner
      account={{ userId: 'u1', email: null, displayName: 'Ana', branchId: null, actions: [], gate }}
    />,
  );

describe('S9 banner for a session that the server does not accept', () => {
  it('the session banner is hidden while the session is open', () => {
    renderSessionBanner('open');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('the session banner says that the session has ended', () => {
    renderSessionBanner('expired');
    expect(screen.getByText(/^Tu sesión venció\./)).toBeTruthy();
  });

  it.each([
    ['down', /^Entraste sin conexión\. Lo que registres queda guardado/],
    ['unknown', /^Entraste sin conexión\. Lo que registres queda guardado/],
    ['up', /^Ya hay conexión\. Inicia sesión/],
  ])(
    'D2 the session banner after an offline sign-in shows the text for the connection state %s',
    (link, words) => {
      connectionStateMock.link = link;
      renderSessionBanner('offline');
      expect(screen.getByText(words)).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Iniciar sesión' })).toBeTruthy();
    },
  );
});
