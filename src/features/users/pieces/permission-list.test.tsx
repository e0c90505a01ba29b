import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PERMISSIONS, type Permission } from '#contract/vocabulary.ts';
import type { Granter } from '#domain/access/roles.ts';
import { PermissionList } from './permission-list.tsx';

function isOffered(granter: Granter, chosen: readonly Permission[]): boolean {
  const { unmount } = render(
    <MantineProvider env="test">
      <PermissionList granter={granter} chosen={chosen} onChange={() => undefined} />
    </MantineProvider>,
  );
  const isShown = screen.queryByLabelText(/^Entregar documentos/) !== null;
  unmount();
  return isShown;
}

it('P10.387 the permission list offers a permission beyond the base contract if the server names it as grantable or the edited user has it', () => {
  const actions: readonly Permission[] = ['user_management'];
  expect(isOffered({ actions }, [])).toBe(false);
  expect(isOffered({ actions }, ['deliver_documents'])).toBe(true);
  expect(isOffered({ actions, grantable: PERMISSIONS }, [])).toBe(true);
});
