// In jsdom: what was done is said, and what is no longer so goes.
import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { forgetToast, toast } from './toast.ts';

beforeEach(() => {
  notifications.clean();
  render(
    <MantineProvider env="test">
      <Notifications />
    </MantineProvider>,
  );
});

it('P8 the toasts about one thing do not pile up; those about others stay', async () => {
  toast('error', 'Falló el concepto.', 'concept 1');
  toast('error', 'Falló la historia.', 'history 1');
  expect(await screen.findByText('Falló el concepto.')).toBeTruthy();
  forgetToast('concept 1');
  await waitFor(() => expect(screen.queryByText('Falló el concepto.')).toBeNull());
  toast('error', 'Falló otra vez.', 'concept 1');
  toast('error', 'Falló otra vez.', 'concept 1');
  expect(await screen.findAllByText('Falló otra vez.')).toHaveLength(1);
  expect(screen.getByText('Falló la historia.')).toBeTruthy();
});
