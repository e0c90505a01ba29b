import { MantineProvider } from '@mantine/core';
import { BrowserRouter } from 'react-router-dom';
import { currentCardReceiver } from '#components/reader/card-receivers.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { resolveCssVariables, theme } from '#ui/theme/theme.ts';
import { ErrorBoundary } from './kit/error-boundary.tsx';
import { AppRoutes } from './routes.tsx';
import { SessionProvider } from './session/session.tsx';

const ReaderGuard = lazyComponent(() => import('#components/reader/reader-guard.tsx'), 'ReaderGuard');

export const App = () => (
  <MantineProvider theme={theme} cssVariablesResolver={resolveCssVariables} defaultColorScheme="auto">
    <ReaderGuard taker={currentCardReceiver} />
    <ErrorBoundary>
      <BrowserRouter>
        <SessionProvider>
          <AppRoutes />
        </SessionProvider>
      </BrowserRouter>
    </ErrorBoundary>
  </MantineProvider>
);
