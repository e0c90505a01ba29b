import { MantineProvider } from '@mantine/core';
import { BrowserRouter } from 'react-router-dom';
import { cssVariables, theme } from '#ui/theme/theme.ts';
import { ErrorBoundary } from './kit/error-boundary.tsx';
import { AppRoutes } from './routes.tsx';
import { SessionProvider } from './session/session.tsx';

export const App = () => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    <ErrorBoundary>
      <BrowserRouter>
        <SessionProvider>
          <AppRoutes />
        </SessionProvider>
      </BrowserRouter>
    </ErrorBoundary>
  </MantineProvider>
);
