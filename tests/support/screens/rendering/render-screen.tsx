import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { theme } from '#ui/theme/theme.ts';

/** Shows the current path: `screen.getByTestId('where').textContent`. */
const CurrentPath = () => <output data-testid="where">{useLocation().pathname}</output>;

/**
 * Renders a screen with the product's theme and an in-memory router. `env="test"` disables the transitions of Mantine's
 * portals.
 */
export const renderScreen = (screen: ReactNode, path = '/', search = '') =>
  render(
    <MantineProvider theme={theme} env="test" forceColorScheme="light">
      <MemoryRouter initialEntries={[path + search]}>
        <Routes>
          <Route path={path} element={screen} />
          <Route path="*" element={null} />
        </Routes>
        <CurrentPath />
      </MemoryRouter>
    </MantineProvider>,
  );
