import { MantineProvider } from '@mantine/core';
import { renderHook } from '@testing-library/react';
import { ErrorBoundary } from '#app/kit/error-boundary.tsx';

/** A hook below the boundary that says what it throws, as below the shell. */
export const renderGuardedHook = <Result,>(use: () => Result) =>
  renderHook(use, {
    wrapper: ({ children }) => (
      <MantineProvider>
        <ErrorBoundary>{children}</ErrorBoundary>
      </MantineProvider>
    ),
  });
