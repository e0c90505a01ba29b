import { MantineProvider } from '@mantine/core';
import { renderHook } from '@testing-library/react';
import { ErrorBoundary } from '#app/kit/error-boundary.tsx';

/** Renders a hook inside the app's error boundary, which shows the hook's errors. */
export const renderGuardedHook = <Result,>(use: () => Result) =>
  renderHook(use, {
    wrapper: ({ children }) => (
      <MantineProvider>
        <ErrorBoundary>{children}</ErrorBoundary>
      </MantineProvider>
    ),
  });
