import { MantineProvider } from '@mantine/core';
import { renderHook } from '@testing-library/react';
import { ErrorBoundary } from '#app/kit/error-boundary.tsx';

/** Renders a hook below the error boundary that shows its errors, as below the shell. */
export const renderGuardedHook = <Result,>(use: () => Result) =>
  renderHook(use, {
    wrapper: ({ children }) => (
      <MantineProvider>
        <ErrorBoundary>{children}</ErrorBoundary>
      </MantineProvider>
    ),
  });
