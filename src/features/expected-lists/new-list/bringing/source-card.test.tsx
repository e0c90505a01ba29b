import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { RosterFileError } from '../../import/file-problem.ts';
import { SourceCard } from './source-card.tsx';
import { importFailureOf } from './use-sheet.ts';

afterEach(() => vi.restoreAllMocks());

const renderFailure = (error: Error, sourceType: 'file' | 'text' = 'file') => {
  const ignore = () => undefined;
  const work = { name: 'failed', label: 'lista.xlsx', sourceType, ...importFailureOf(error) } as const;
  const actions = { onBring: ignore, onClear: ignore, onAdd: ignore, onRemove: ignore };
  renderScreen(<SourceCard sheet={null} work={work} typed={[]} {...actions} />);
};

it.each(['file', 'text'] as const)(
  "P11.27 'Recargar' reloads the page if the reader for a %s could not be loaded, as after an update of the server",
  async (sourceType) => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    renderFailure(new RosterFileError('reader_not_loaded'), sourceType);
    expect(screen.getByRole('alert').textContent).toMatch(
      /hay una versión nueva\. Con red, recarga la página/,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Recargar' }));
    expect(reload).toHaveBeenCalledOnce();
  },
);

it('P11.18 a faulty file offers no reload', () => {
  renderFailure(new RosterFileError('macros'));
  expect(screen.getByRole('alert').textContent).toMatch(/tiene macros/);
  expect(screen.queryByRole('button', { name: 'Recargar' })).toBeNull();
});
